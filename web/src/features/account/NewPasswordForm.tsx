// The form for a new password after opening an emailed link.
import { useId } from "react";
import { findFirstEmptyInput, getTextEntry } from "@/entities/entry";
import { PasswordField } from "@/entities/PasswordField";
import { validatePassword } from "@/entities/passwordRule";
import { useFormSubmission, type ValidationResult } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { useMailMessages } from "@/messages/mails";
import { Button } from "@/ui/Button";
import { ErrorText } from "@/ui/ErrorText";
import { FieldErrorsContext } from "@/ui/fieldErrors";

type Props = {
  submitLabel: string;
  /** Rejects with the error to show. */
  save: (password: string) => Promise<void>;
};

export function NewPasswordForm({ submitLabel, save }: Props) {
  const m = useMessages();
  const words = useMailMessages().reset;
  const errorId = useId();
  const { errors, invalid, busy, onSubmit } = useFormSubmission({
    check: checkPassword,
    act: save,
    focusAfterReset: findFirstEmptyInput,
  });
  function checkPassword(entered: FormData): ValidationResult<string> {
    const password = getTextEntry(entered, "password");
    return validatePassword(password, m) ?? { values: password };
  }

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-6" aria-busy={busy}>
      <ErrorText id={errorId} errors={errors} />
      <FieldErrorsContext value={invalid}>
        <PasswordField
          label={words.password}
          autoComplete="new-password"
          describedBy={errors.length > 0 ? errorId : undefined}
        />
      </FieldErrorsContext>
      <Button type="submit" disabled={busy} className="w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
