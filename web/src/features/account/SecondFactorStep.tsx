// The second step of signing in: a code after the password. The session counts when it was right.
import { useActionState, useEffect, useId, useRef } from "react";
import { finishSignIn } from "@/data/secondFactor";
import { signOut } from "@/data/signOut";
import { fieldsOf } from "@/lib/typeGuards";
import { useMessages } from "@/messages";
import { sentenceFor } from "@/messages/failures";
import { useSecondFactorMessages } from "@/messages/secondFactor";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { useNavigate } from "@/ui/router";
import { AccountPage } from "./AccountPage";
import { ErrorLine } from "./ErrorLine";

/** `next` is the page that opens when the code was right; without one, the guard of the page that shows it leads on. */
export default function SecondFactorStep({ next }: { next?: string }) {
  const m = useMessages();
  const words = useSecondFactorMessages().signIn;
  const navigate = useNavigate();
  const errorLine = useId();
  const form = useRef<HTMLFormElement>(null);
  const [outcome, verify, pending] = useActionState(
    async (_before: { sentence: string }, values: FormData) => {
      try {
        await finishSignIn(String(values.get("code") ?? ""));
        if (next) await navigate(next);
        return { sentence: "" };
      } catch (failure) {
        const isWrong = fieldsOf(failure).code === "mfa_verification_failed";
        return { sentence: isWrong ? words.wrong : sentenceFor(failure, m) };
      }
    },
    { sentence: "" },
  );
  useEffect(() => form.current?.querySelector("input")?.focus(), [outcome]);
  return (
    <AccountPage title={words.title} lead={words.lead}>
      <form ref={form} action={verify} noValidate className="grid gap-6" aria-busy={pending}>
        {outcome.sentence && <ErrorLine id={errorLine}>{outcome.sentence}</ErrorLine>}
        <Field
          label={words.code}
          hint={words.hint}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" disabled={pending} className="w-full">
          {words.submit}
        </Button>
        <Button look="quiet" disabled={pending} onClick={() => void signOut()} className="justify-self-start">
          {words.cancel}
        </Button>
      </form>
    </AccountPage>
  );
}
