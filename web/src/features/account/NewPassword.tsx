// The form for a new password after opening an emailed link.
import { useId } from "react";
import { firstEmptyInput, textEntry } from "@/entities/entry";
import { passwordProblems } from "@/entities/passwordRule";
import { type Checked, useSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { useMailMessages } from "@/messages/mails";
import { Button } from "@/ui/Button";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { ErrorLine } from "./ErrorLine";
import { PasswordField } from "./PasswordField";

type Props = {
  submitLabel: string;
  /** Rejects with the error to show. */
  save: (password: string) => Promise<void>;
};

export function NewPassword({ submitLabel, save }: Props) {
  const m = useMessages();
  const words = useMailMessages().reset;
  const errorId = useId();
  const { errors, invalid, busy, onSubmit } = useSubmission({
    check: checkPassword,
    act: save,
    focusAfterReset: firstEmptyInput,
  });
  function checkPassword(entered: FormData): Checked<string> {
    const password = textEntry(entered, "password");
    return passwordProblems(password, m) ?? { values: password };
  }

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-6" aria-busy={busy}>
      <ErrorLine id={errorId} errors={errors} />
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
