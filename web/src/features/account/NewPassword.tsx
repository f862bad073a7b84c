// The password that somebody chooses who came by a mailed link.
import { useId } from "react";
import { firstEmptyInput, textEntry } from "@/entities/entry";
import { passwordProblems } from "@/entities/passwordRule";
import { type Checked, useSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { useMailMessages } from "@/messages/mails";
import { Button } from "@/ui/Button";
import { FieldErrors } from "@/ui/fieldErrors";
import { ErrorLine } from "./ErrorLine";
import { PasswordField } from "./PasswordField";

type Props = {
  submitLabel: string;
  /** Resolves when the page goes on; throws what the person must read. */
  save: (password: string) => Promise<void>;
};

export function NewPassword({ submitLabel, save }: Props) {
  const m = useMessages();
  const words = useMailMessages().reset;
  const errorLine = useId();
  const { errors, invalid, busy, onSubmit } = useSubmission({
    check: read,
    act: save,
    focusAfterReset: firstEmptyInput,
  });
  function read(entered: FormData): Checked<string> {
    const password = textEntry(entered, "password");
    return passwordProblems(password, m) ?? { values: password };
  }

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-6" aria-busy={busy}>
      <ErrorLine id={errorLine} errors={errors} />
      <FieldErrors value={invalid}>
        <PasswordField
          label={words.password}
          autoComplete="new-password"
          describedBy={errors.length > 0 ? errorLine : undefined}
        />
      </FieldErrors>
      <Button type="submit" disabled={busy} className="w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
