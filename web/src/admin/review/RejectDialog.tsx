// Why a payment is not accepted: a ready-made reason to take as it is or to change, or one's own words.

import { type FormEvent, useState } from "react";
import { type Language, languages } from "@/lib/language";
import { useLanguage, useMessages } from "@/messages";
import { rejectionReasons } from "@/messages/rejectionReasons";
import { useReviewMessages } from "@/messages/review";
import { Button } from "@/ui/Button";
import { CheckBox } from "@/ui/CheckBox";
import { Dialog, DialogFooter } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { TextArea } from "@/ui/TextArea";
import { readRejectionDraft, saveRejectionDraft } from "./rejectionDraft";

const LONGEST_REASON = 500;

interface RejectDialogProps {
  open: boolean;
  uuid: string;
  /** What is rejected. */
  what: string;
  busy: boolean;
  errors: readonly string[];
  /** An order may be cancelled; a registration may not. */
  mayCancel: boolean;
  onReject: (reason: string, cancels: boolean) => void;
  onClose: () => void;
}

export function RejectDialog({ open, what, onClose, ...form }: RejectDialogProps) {
  const m = useMessages();
  const words = useReviewMessages().rejection;
  return (
    <Dialog open={open} title={words.title(what)} closeLabel={m.common.close} onClose={onClose}>
      <ReasonForm {...form} />
    </Dialog>
  );
}

function ReasonForm({ uuid, busy, errors, mayCancel, onReject }: Omit<RejectDialogProps, "open" | "what" | "onClose">) {
  const words = useReviewMessages().rejection;
  const [reason, setReason] = useState(() => readRejectionDraft(uuid));
  const [cancels, setCancels] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const write = (text: string) => {
    setReason(text);
    saveRejectionDraft(uuid, text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) onReject(reason.trim(), cancels);
    else setMissing([words.missing]);
  };
  return (
    <form noValidate onSubmit={submit} aria-busy={busy} className="flex flex-col gap-5 [&>[role=alert]]:mb-0">
      <ErrorList errors={missing.length > 0 && !reason.trim() ? missing : errors} />
      <p className="text-muted">{words.lead}</p>
      <ReadyMade reason={reason} onReason={write} />
      <TextArea
        label={words.reason}
        value={reason}
        maxLength={LONGEST_REASON}
        rows={3}
        onChange={(event) => write(event.target.value)}
      />
      {mayCancel && (
        <CheckBox checked={cancels} onTicked={setCancels}>
          {words.cancels}
        </CheckBox>
      )}
      <DialogFooter>
        <Button type="submit" disabled={busy}>
          {cancels ? words.submitCancels : words.submit}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** The dialog's focus begins here: an arrow key takes a reason, Enter sends it. */
function ReadyMade({ reason, onReason }: { reason: string; onReason: (reason: string) => void }) {
  const m = useMessages();
  const words = useReviewMessages().rejection;
  const { language: own } = useLanguage();
  const [language, setLanguage] = useState<Language>(() => languageOf(reason) ?? own);
  const translate = (into: Language) => {
    const place = rejectionReasons[language].indexOf(reason);
    setLanguage(into);
    onReason(rejectionReasons[into][place] ?? reason);
  };
  return (
    <>
      <fieldset>
        <legend className="pb-1 font-semibold">{words.ready}</legend>
        {rejectionReasons[language].map((ready, place) => (
          <label key={ready} lang={language} className="flex min-h-11 items-center gap-3 py-1 leading-tight">
            <input
              ref={place === 0 ? beginHere : undefined}
              type="radio"
              name="ready"
              checked={reason === ready}
              onChange={() => onReason(ready)}
              className="size-5 shrink-0 accent-(--accent)"
            />
            {ready}
          </label>
        ))}
      </fieldset>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">{words.language}</legend>
        {languages.map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="language"
              checked={one === language}
              onChange={() => translate(one)}
              className="size-5 accent-(--accent)"
            />
            {m.languages[one]}
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** The attribute is what an opening dialog looks for. */
function beginHere(first: HTMLInputElement | null): void {
  first?.setAttribute("autofocus", "");
}

function languageOf(reason: string): Language | undefined {
  return languages.find((language) => rejectionReasons[language].includes(reason));
}
