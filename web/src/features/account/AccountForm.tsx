// Email, password and a submit button, shared by signing in and signing up.
import { type ReactNode, useEffect, useId, useState } from "react";
import { isEmailUnconfirmedError } from "@/data/account";
import { listenToAuthEvents } from "@/data/authEvents";
import { EmailTakenError } from "@/data/emailTakenError";
import { findFirstEmptyInput, getTextEntry } from "@/entities/entry";
import { PasswordField } from "@/entities/PasswordField";
import { useFormSubmission } from "@/entities/useSubmission";
import { config } from "@/lib/config";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { ErrorText } from "@/ui/ErrorText";
import { Field } from "@/ui/Field";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { ResendConfirmationButton } from "./ResendConfirmationButton";

type Props = {
  submitLabel: string;
  passwordIs: "current-password" | "new-password";
  /** The initial value of the email field. */
  email?: string;
  /** Rejects with the error to show. */
  act: (email: string, password: string) => Promise<void>;
  /** The link to the other form. */
  children: ReactNode;
};

export function EmailPasswordForm({ submitLabel, passwordIs, email: initialEmail = "", act, children }: Props) {
  const m = useMessages();
  const [email, setEmail] = useState(initialEmail);
  const { errors, invalid, busy, refused, onSubmit } = useFormSubmission({
    check: (entered) => ({
      values: { email: getTextEntry(entered, "email"), password: getTextEntry(entered, "password") },
    }),
    act: ({ email, password }) => act(email, password),
    explain: (failure) => (failure instanceof EmailTakenError ? [m.account.emailTaken] : undefined),
    // A failed attempt keeps the email and clears the password; a taken email clears both.
    onRefused: (entered, failure) => setEmail(failure instanceof EmailTakenError ? "" : getTextEntry(entered, "email")),
    focusAfterReset: findFirstEmptyInput,
    prepare: listenToAuthEvents,
  });
  const errorId = useId();
  const described = errors.length > 0 ? errorId : undefined;
  useEffect(() => {
    scrollTo(0, 0);
  }, []);

  return (
    // `post`, so that a submit before hydration does not put the entries into the URL.
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-6" aria-busy={busy}>
      {errors.length > 0 && (
        <div>
          <ErrorText id={errorId} errors={errors} />
          {config.mail && isEmailUnconfirmedError(refused?.failure) && <ResendConfirmationButton email={email} />}
        </div>
      )}
      <Field
        label={m.account.email}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={email}
        aria-describedby={described}
      />
      <FieldErrorsContext value={invalid}>
        <PasswordField autoComplete={passwordIs} describedBy={described} />
      </FieldErrorsContext>
      <Button type="submit" disabled={busy} className="w-full">
        {submitLabel}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6">{children}</div>
    </form>
  );
}
