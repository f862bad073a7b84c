// Uploads another proof of payment for a rejected order or registration.

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { type PaidRecord, resubmitProof } from "@/data/proofs";
import { preloadUploadClients } from "@/data/uploads";
import { formatDateTime } from "@/lib/dates";
import { useLanguage } from "@/messages";
import { type Messages, useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { FileField, useFilePreview } from "@/ui/FileField";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { Progress } from "@/ui/Progress";
import { Skeleton } from "@/ui/Skeleton";
import { useToast } from "@/ui/Toast";
import { createSchemaCheck } from "./formChecks";
import { proofSchema } from "./order";
import { ReadFailure } from "./ReadFailure";
import { RestoreDraftButton } from "./RestoreDraftButton";
import { useFormDraft } from "./useFormDraft";
import { useResubmission } from "./useResubmission";
import { useFormSubmission } from "./useSubmission";
import { useToastAfterLeaving } from "./useToastAfterLeaving";

interface ResubmitProofProps {
  record: PaidRecord;
  rejectedAt: string | null | undefined;
  /** Key of the queries to invalidate. */
  queryName: string;
  /** Id of the section whose proof it is, where there are several. */
  of?: string | undefined;
  /** Payment instructions. */
  children: ReactNode;
}

export function ResubmitProofForm({ record, rejectedAt, queryName, of, children }: ResubmitProofProps) {
  const m = useMessages();
  const words = m.receipt.anotherProof;
  const { language } = useLanguage();
  const { data, error, refetch } = useResubmission(record, rejectedAt);
  if (error && data === undefined) return <ReadFailure error={error} refetch={refetch} />;
  const heading = `another-proof-${record.uuid}`;
  if (data === undefined) return <Skeleton className="mb-10 h-60 max-w-md" />;
  const { refusal, until } = data;
  return (
    <section aria-labelledby={[heading, of].filter(Boolean).join(" ")} className="mb-10">
      <h2 id={heading} className="mb-2 text-heading">
        {words.title}
      </h2>
      <p className="mb-5 max-w-prose text-muted">
        {refusal === null ? words.how[record.place](formatDateTime(until, language)) : refusalText(words, refusal)}
      </p>
      {refusal === null && <ProofForm record={record} queryName={queryName} />}
      {refusal === null && <div className="mt-10">{children}</div>}
    </section>
  );
}

function refusalText(words: Messages["receipt"]["anotherProof"], refusal: string): string {
  return refusal === "proofs_used_up" ? words.usedUp : words.tooLate;
}

/** The chosen file survives a failure and a reload. */
function ProofForm({ record, queryName }: Pick<ResubmitProofProps, "record" | "queryName">) {
  const m = useMessages();
  const words = m.receipt.anotherProof;
  const toast = useToast();
  const queryClient = useQueryClient();
  const [invoice, setInvoice] = useState<File | null>(null);
  const preview = useFilePreview(invoice);
  const form = useRef<HTMLFormElement>(null);
  const formDraft = useFormDraft(`${record.place} ${record.uuid}`);
  const { errors, invalid, busy, progress, onSubmit, recheck, cancel } = useFormSubmission<{ invoice: File }>({
    check: createSchemaCheck(proofSchema(m)),
    act: (values, uploadOptions) => resubmitProof(record, values.invoice, uploadOptions),
    onDone: async () => {
      await formDraft.discard();
      toast(words.sent);
      await queryClient.invalidateQueries({ queryKey: [queryName] });
    },
    onRefusedAfterLeaving: useToastAfterLeaving(words.notSent, m.registration.toForm),
    onCancelled: () => toast(m.failures.cancelled),
    prepare: preloadUploadClients,
  });
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onInput={(event) => {
        formDraft.onInput(event);
        recheck(event.currentTarget);
      }}
      className="max-w-md"
    >
      <ErrorList errors={errors} />
      {!busy && <RestoreDraftButton formDraft={formDraft} form={form} />}
      <FieldErrorsContext value={invalid}>
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
      </FieldErrorsContext>
      {progress !== null && (
        <Progress label={words.sending} value={progress} cancelLabel={m.common.cancel} onCancel={cancel} />
      )}
      <Button type="submit" disabled={busy} className="mt-5">
        {busy ? words.sending : words.send}
      </Button>
    </form>
  );
}
