// A rejected order's way on: another proof of payment for the same order.

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { sendAnotherProof } from "@/data/orders";
import { prepareSending } from "@/data/uploads";
import { checkedBy } from "@/entities/formChecks";
import { proofForm } from "@/entities/order";
import { useSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { FileField, useFilePreview } from "@/ui/FileField";
import { Progress } from "@/ui/Progress";
import { useToast } from "@/ui/Toast";

const ANSWERED_WITHIN_MS = 3 * 86_400_000;

interface AnotherProofProps {
  uuid: string;
  rejectedAt: string | null | undefined;
  /** How to pay, for whoever has not. */
  children: ReactNode;
}

export function AnotherProof({ uuid, rejectedAt, children }: AnotherProofProps) {
  const words = useMessages().receipt.anotherProof;
  const [now] = useState(() => Date.now());
  const isTooLate = !rejectedAt || now - Date.parse(rejectedAt) > ANSWERED_WITHIN_MS;
  return (
    <section aria-labelledby="another-proof" className="mb-10">
      <h2 id="another-proof" className="mb-2 text-heading">
        {words.title}
      </h2>
      <p className="mb-5 max-w-prose text-muted">{isTooLate ? words.tooLate : words.how}</p>
      {!isTooLate && <ProofForm uuid={uuid} />}
      {!isTooLate && <div className="mt-10">{children}</div>}
    </section>
  );
}

/** What was chosen stays chosen whatever happens. */
function ProofForm({ uuid }: { uuid: string }) {
  const m = useMessages();
  const words = m.receipt.anotherProof;
  const toast = useToast();
  const queries = useQueryClient();
  const [invoice, setInvoice] = useState<File | null>(null);
  const preview = useFilePreview(invoice);
  const { errors, busy, progress, onSubmit, recheck, cancel } = useSubmission<{ invoice: File }>({
    check: checkedBy(proofForm(m)),
    act: (form, watch) => sendAnotherProof(uuid, form.invoice, watch),
    onDone: async () => {
      toast(words.sent);
      await queries.invalidateQueries({ queryKey: ["my transactions"] });
    },
    onCancelled: () => toast(m.failures.cancelled),
    prepare: prepareSending,
  });
  return (
    <form noValidate onSubmit={onSubmit} onInput={(event) => recheck(event.currentTarget)} className="max-w-md">
      <ErrorList errors={errors} />
      <FileField
        label={words.proof}
        name="invoice"
        disabled={busy}
        onFile={setInvoice}
        preview={
          invoice &&
          preview && <img src={preview} alt={m.upload.chosen(invoice.name)} className="max-h-72 self-start" />
        }
      />
      {progress !== null && (
        <Progress label={words.sending} value={progress} cancelLabel={m.common.cancel} onCancel={cancel} />
      )}
      <Button type="submit" disabled={busy} className="mt-5">
        {busy ? words.sending : words.send}
      </Button>
    </form>
  );
}
