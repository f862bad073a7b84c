// Two proofs of payment side by side, with the facts of their cases.

import { useQuery } from "@tanstack/react-query";
import { proofPictureColumns } from "@/data/proofs";
import type { ReviewCaseData } from "@/data/reviews";
import { DateTimeText } from "@/entities/DateTimeText";
import { PersonalPicture } from "@/entities/PersonalPicture";
import { ReadFailure } from "@/entities/ReadFailure";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages";
import { useReviewMessages } from "@/messages/review";
import { Dialog } from "@/ui/Dialog";
import { Skeleton } from "@/ui/Skeleton";
import { CaseState } from "./CaseState";
import { formatCaseName, getPersonName, getTotalAndAmount } from "./caseDetails";
import { caseQuery } from "./useReviewQueue";

/** `other` is null while the dialog is closed. */
export function CaseComparisonDialog({
  current,
  other,
  onClose,
}: {
  current: ReviewCaseData;
  other: string | null;
  onClose: () => void;
}) {
  const m = useMessages();
  const { warnings: words } = useReviewMessages();
  return (
    <Dialog
      open={other !== null}
      title={words.comparison}
      closeLabel={m.common.close}
      onClose={onClose}
      className="w-[min(70rem,calc(100vw-2rem))]"
    >
      <div className="grid grid-cols-2 items-start gap-4 sm:gap-8">
        <ComparedCase title={words.this} of={current} />
        {other && <OtherSide uuid={other} />}
      </div>
    </Dialog>
  );
}

function OtherSide({ uuid }: { uuid: string }) {
  const words = useReviewMessages();
  const { data, error, refetch } = useQuery(caseQuery(uuid));
  if (error) return <ReadFailure error={error} refetch={refetch} />;
  if (data === null) return <p>{words.case.missing}</p>;
  return data ? <ComparedCase title={words.warnings.other} of={data} /> : <Skeleton className="h-96 w-full" />;
}

function ComparedCase({ title, of }: { title: string; of: ReviewCaseData }) {
  const words = useReviewMessages();
  const amount = getTotalAndAmount(of);
  return (
    <figure className="min-w-0 [&_a]:block">
      <PersonalPicture
        folder={proofPictureColumns[of.place].folder}
        image={of.record.invoice_image}
        alt={`${words.proof.title}: ${formatCaseName(of, words)}`}
        width={500}
        height={700}
        whole
        opens
        first
        missing={words.proof.missing}
        className="h-[60dvh] w-full"
      />
      <figcaption className="wrap-anywhere mt-2">
        <span className="eyebrow block text-muted">{title}</span>
        <strong className="block">{formatCaseName(of, words)}</strong>
        {getPersonName(of)}
        {amount && <span className="block tabular-nums">{formatRupiah(amount.amount)}</span>}
        <span className="block text-caption text-muted">
          <DateTimeText moment={of.record.created_at} />
        </span>
        <CaseState of={of} />
      </figcaption>
    </figure>
  );
}
