// The password that somebody chooses who came by a mailed link.
import { useId } from "react";
import { entry, firstEmpty } from "@/entities/entry";
import { useSubmission } from "@/entities/useSubmission";
import { useMailMessages } from "@/messages/mails";
import { Button } from "@/ui/Button";
import { ErrorLine } from "./ErrorLine";
import { PasswordField } from "./PasswordField";

type Props = {
  submitLabel: string;
  /** Resolves when the page goes on; throws what the person must read. */
  save: (password: string) => Promise<void>;
};

export function NewPassword({ submitLabel, save }: Props) {
  const words = useMailMessages().reset;
  const errorLine = useId();
  const { errors, busy, onSubmit } = useSubmission({
    check: entry("password"),
    act: save,
    focusAfterReset: firstEmpty,
  });

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-6" aria-busy={busy}>
      <ErrorLine id={errorLine} errors={errors} />
      <PasswordField
        label={words.password}
        autoComplete="new-password"
        describedBy={errors.length > 0 ? errorLine : undefined}
      />
      <Button type="submit" disabled={busy} className="w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
