// Email and password with one act behind them: the shape that signing in and signing up share.
import { type ReactNode, useActionState, useEffect, useId, useRef } from "react";
import { isUnconfirmed } from "@/data/account";
import { listenToAuth } from "@/data/authEvents";
import { EmailTaken } from "@/data/emailTaken";
import { config } from "@/lib/config";
import { type Messages, useMessages } from "@/messages/account";
import { sentenceFor } from "@/messages/failures";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { ConfirmAgain } from "./ConfirmAgain";
import { ErrorLine } from "./ErrorLine";
import { PasswordField } from "./PasswordField";

type Props = {
  submitLabel: string;
  passwordIs: "current-password" | "new-password";
  /** What stands in the field already. */
  email?: string;
  /** Resolves when done, the page is left then; throws what the person must read. */
  act: (email: string, password: string) => Promise<void>;
  /** The way to the other form. */
  children: ReactNode;
};

type Outcome = { sentence: string; email: string; unconfirmed?: boolean };

export function AccountForm({ submitLabel, passwordIs, email = "", act, children }: Props) {
  const m = useMessages();
  const [outcome, submit, pending] = useActionState(attempt(act, m), { sentence: "", email });
  const form = useRef<HTMLFormElement>(null);
  const errorLine = useId();
  const described = outcome.sentence ? errorLine : undefined;

  useEffect(() => {
    scrollTo(0, 0);
    listenToAuth().catch(console.error);
  }, []);
  useEffect(() => {
    if (outcome.sentence) firstEmpty(form.current)?.focus();
  }, [outcome]);

  return (
    // Before it is hydrated, what is entered is never put into an address.
    <form
      ref={form}
      method="post"
      action={import.meta.env.SSR ? undefined : submit}
      noValidate
      className="grid gap-6"
      aria-busy={pending}
    >
      {outcome.sentence && (
        <div>
          <ErrorLine id={errorLine}>{outcome.sentence}</ErrorLine>
          {outcome.unconfirmed && <ConfirmAgain email={outcome.email} />}
        </div>
      )}
      <Field
        label={m.account.email}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={outcome.email}
        aria-describedby={described}
      />
      <PasswordField autoComplete={passwordIs} describedBy={described} />
      <Button type="submit" disabled={pending} className="w-full">
        {submitLabel}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6">{children}</div>
    </form>
  );
}

/** A failed attempt keeps the email and clears the password; a taken email clears both. */
function attempt(act: Props["act"], m: Messages) {
  return async (_before: Outcome, form: FormData): Promise<Outcome> => {
    const email = String(form.get("email") ?? "");
    try {
      await act(email, String(form.get("password") ?? ""));
      return { sentence: "", email: "" };
    } catch (failure) {
      if (failure instanceof EmailTaken) return { sentence: m.account.emailTaken, email: "" };
      return { sentence: sentenceFor(failure, m), email, unconfirmed: config.mail && isUnconfirmed(failure) };
    }
  };
}

function firstEmpty(form: HTMLFormElement | null): HTMLInputElement | undefined {
  return [...(form?.querySelectorAll("input") ?? [])].find((input) => input.value === "");
}
