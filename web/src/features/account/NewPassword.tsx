// The password that somebody chooses who came by a mailed link.
import { useActionState, useEffect, useId, useRef } from "react";
import { useMessages } from "@/messages";
import { sentenceFor } from "@/messages/failures";
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
  const m = useMessages();
  const words = useMailMessages().reset;
  const errorLine = useId();
  const form = useRef<HTMLFormElement>(null);
  const [outcome, submit, pending] = useActionState(
    async (_before: { sentence: string }, values: FormData) => {
      try {
        await save(String(values.get("password") ?? ""));
        return { sentence: "" };
      } catch (failure) {
        return { sentence: sentenceFor(failure, m) };
      }
    },
    { sentence: "" },
  );
  useEffect(() => {
    if (outcome.sentence) form.current?.querySelector("input")?.focus();
  }, [outcome]);

  return (
    <form ref={form} action={submit} noValidate className="grid gap-6" aria-busy={pending}>
      {outcome.sentence && <ErrorLine id={errorLine}>{outcome.sentence}</ErrorLine>}
      <PasswordField
        label={words.password}
        autoComplete="new-password"
        describedBy={outcome.sentence ? errorLine : undefined}
      />
      <Button type="submit" disabled={pending} className="w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
