// Asks for the reason of a rejection: a preset, which can be edited, or free text.

import { type FormEvent, useState } from "react";
import { type Language, languages } from "@/lib/language";
import { useLanguage, useMessages } from "@/messages";
import { rejectionReasons } from "@/messages/rejectionReasons";
import { useReviewMessages } from "@/messages/review";
import { Button } from "@/ui/Button";
import { CheckBox } from "@/ui/CheckBox";
import { Dialog, DialogFooter } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { TextArea } from "@/ui/TextArea";
import { readRejectionDraft, saveRejectionDraft } from "./rejectionDraft";

const MAX_REASON_LENGTH = 500;

interface RejectDialogProps {
  open: boolean;
  uuid: string;
  /** The name of the rejected case. */
  subject: string;
  busy: boolean;
  errors: readonly string[];
  /** Orders can also be cancelled, registrations cannot. */
  canCancel: boolean;
  onReject: (reason: string, cancels: boolean) => void;
  onClose: () => void;
}

export function RejectDialog({ open, subject, onClose, ...form }: RejectDialogProps) {
  const m = useMessages();
  const words = useReviewMessages().rejection;
  return (
    <Dialog open={open} title={words.title(subject)} closeLabel={m.common.close} onClose={onClose}>
      <ReasonForm {...form} />
    </Dialog>
  );
}

function ReasonForm({
  uuid,
  busy,
  errors,
  canCancel,
  onReject,
}: Omit<RejectDialogProps, "open" | "subject" | "onClose">) {
  const words = useReviewMessages().rejection;
  const [reason, setReason] = useState(() => readRejectionDraft(uuid));
  const [isCancelling, setCancelling] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const isMissing = missing.length > 0 && !reason.trim();
  const changeReason = (text: string) => {
    setReason(text);
    saveRejectionDraft(uuid, text);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) onReject(reason.trim(), isCancelling);
    else setMissing([words.missing]);
  };
  return (
    <form noValidate onSubmit={handleSubmit} aria-busy={busy} className="flex flex-col gap-5 [&>[role=alert]]:mb-0">
      <ErrorList errors={isMissing ? missing : errors} />
      <p className="text-muted">{words.lead}</p>
      <PresetReasons reason={reason} onReason={changeReason} />
      <FieldErrorsContext value={new Map(isMissing ? [["reason", words.missing]] : [])}>
        <TextArea
          label={words.reason}
          name="reason"
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          rows={3}
          onChange={(event) => changeReason(event.target.value)}
        />
      </FieldErrorsContext>
      {canCancel && (
        <CheckBox checked={isCancelling} onTicked={setCancelling}>
          {words.cancels}
        </CheckBox>
      )}
      <DialogFooter>
        <Button type="submit" disabled={busy}>
          {isCancelling ? words.submitCancels : words.submit}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Focused when the dialog opens: arrow keys pick a preset, Enter submits. */
function PresetReasons({ reason, onReason }: { reason: string; onReason: (reason: string) => void }) {
  const m = useMessages();
  const words = useReviewMessages().rejection;
  const { language: ownLanguage } = useLanguage();
  const [language, setLanguage] = useState<Language>(() => languageOf(reason) ?? ownLanguage);
  const translate = (target: Language) => {
    const index = rejectionReasons[language].indexOf(reason);
    setLanguage(target);
    onReason(rejectionReasons[target][index] ?? reason);
  };
  return (
    <>
      <fieldset>
        <legend className="pb-1 font-semibold">{words.ready}</legend>
        {rejectionReasons[language].map((preset, index) => (
          <label key={preset} lang={language} className="flex min-h-11 items-center gap-3 py-1 leading-tight">
            <input
              ref={index === 0 ? autofocus : undefined}
              type="radio"
              name="ready"
              checked={reason === preset}
              onChange={() => onReason(preset)}
              className="size-5 shrink-0 accent-(--accent)"
            />
            {preset}
          </label>
        ))}
      </fieldset>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">{words.language}</legend>
        {languages.map((option) => (
          <label key={option} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="language"
              checked={option === language}
              onChange={() => translate(option)}
              className="size-5 accent-(--accent)"
            />
            {m.languages[option]}
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** `showModal()` focuses the element with this attribute. */
function autofocus(first: HTMLInputElement | null): void {
  first?.setAttribute("autofocus", "");
}

function languageOf(reason: string): Language | undefined {
  return languages.find((language) => rejectionReasons[language].includes(reason));
}
