// A dialog form that asks for a reason; the text survives a failed submission.

import { Button } from "@/ui/Button";
import { DialogFooter } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { TextArea } from "@/ui/TextArea";
import { getTextEntry } from "./entry";
import { useFormSubmission, type ValidationResult } from "./useSubmission";

interface ReasonFormProps {
  words: { lead: string; reason: string; missing: string; send: string };
  maxLength: number;
  act: (reason: string) => Promise<void>;
  onDone: () => Promise<void>;
}

export function ReasonForm({ words, maxLength, act, onDone }: ReasonFormProps) {
  const { errors, invalid, busy, onSubmit } = useFormSubmission<string>({ check: parseReason, act, onDone });
  function parseReason(entered: FormData): ValidationResult<string> {
    const reason = getTextEntry(entered, "reason").trim();
    return reason ? { values: reason } : { errors: [words.missing], invalid: new Map([["reason", words.missing]]) };
  }
  return (
    <form noValidate onSubmit={onSubmit} aria-busy={busy} className="flex flex-col gap-5">
      <ErrorList errors={errors} />
      <p>{words.lead}</p>
      <FieldErrorsContext value={invalid}>
        <TextArea label={words.reason} name="reason" rows={3} maxLength={maxLength} />
      </FieldErrorsContext>
      <DialogFooter>
        <Button type="submit" disabled={busy}>
          {words.send}
        </Button>
      </DialogFooter>
    </form>
  );
}
