// A case on the review desk: its proof beside the facts, and the decision.

import { useEffect, useId, useRef, useState } from "react";
import type { ReviewCaseData } from "@/data/reviews";
import { formatRupiah } from "@/lib/money";
import { useAdminMessages } from "@/messages/admin";
import { useReviewMessages } from "@/messages/review";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { CaseState } from "./CaseState";
import { CaseSummary } from "./CaseSummary";
import { CaseWarnings } from "./CaseWarnings";
import { formatCaseName, getTotalAndAmount, isFreeRegistration } from "./caseDetails";
import { DecisionBar } from "./DecisionBar";
import { ProofView, useProofViewState } from "./ProofView";
import { RejectDialog } from "./RejectDialog";
import type { ReviewDecisions } from "./useReviewDecisions";
import type { ReviewQueue } from "./useReviewQueue";
import { useReviewShortcuts } from "./useReviewShortcuts";

interface ReviewCaseProps {
  of: ReviewCaseData;
  queue: ReviewQueue;
  decisions: ReviewDecisions;
  shortcutsEnabled: boolean;
}

export function ReviewCase({ of, queue, decisions, shortcutsEnabled }: ReviewCaseProps) {
  const words = useReviewMessages();
  const a = useAdminMessages();
  const heading = useId();
  const free = isFreeRegistration(of);
  const proof = useProofViewState();
  const [selectedProof, setSelectedProof] = useState<string | null>(null);
  const filename =
    selectedProof && of.proofs.includes(selectedProof) ? selectedProof : of.record.invoice_image.filename;
  const [isRejecting, setRejecting] = useState(false);
  const { decide, undo, busy, errors } = decisions;
  const isWaiting = of.waiting !== null;
  const amount = getTotalAndAmount(of);
  const accept = () => void decide(of, "accepted");
  const postpone = isWaiting ? queue.postpone : () => queue.step(1);
  const decisionActions = isWaiting ? { accept, reject: () => setRejecting(true), later: postpone } : {};
  const { zoom, rotate } = proof;
  useReviewShortcuts(
    {
      ...decisionActions,
      ...{ undo, turn: rotate, zoomIn: zoom.zoomIn, zoomOut: zoom.zoomOut, fit: zoom.reset },
      ...{ next: () => queue.step(1), previous: () => queue.step(-1) },
      ...(zoom.isZoomed && { move: (key) => zoom.pan(...(directions[key] ?? [0, 0])) }),
    },
    shortcutsEnabled,
  );
  return (
    <article aria-labelledby={heading} aria-busy={busy}>
      <ErrorList errors={isRejecting ? [] : errors} />
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <CaseHeading id={heading} of={of} queue={queue} />
        {!free && <CaseState of={of} />}
      </header>
      <Proofs of={of.proofs} shown={filename} onShow={setSelectedProof} />
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        {free ? (
          <p className="bg-tint p-6 text-lg">{a.registrations.nothingToPay}</p>
        ) : (
          <ProofView table={of.place} image={{ ...of.record.invoice_image, filename }} proof={proof} />
        )}
        <div className="flex min-w-0 flex-col gap-5">
          {!free && <CaseWarnings of={of} />}
          <CaseSummary of={of} />
        </div>
      </div>
      <DecisionBar
        isWaiting={isWaiting}
        amount={amount ? formatRupiah(amount.amount) : ""}
        busy={busy}
        onAccept={accept}
        onReject={() => setRejecting(true)}
        onLater={postpone}
        onNext={() => queue.step(1)}
      />
      <RejectDialog
        open={isRejecting}
        uuid={of.record.uuid}
        subject={formatCaseName(of, words)}
        busy={busy}
        errors={errors}
        canCancel={of.place === "transactions"}
        onReject={(reason, cancels) => void decide(of, cancels ? "cancelled" : "rejected", reason)}
        onClose={() => setRejecting(false)}
      />
    </article>
  );
}

interface ProofsProps {
  of: readonly string[];
  shown: string;
  onShow: (filename: string) => void;
}

/** An order that was rejected before has several. */
function Proofs({ of: proofs, shown, onShow }: ProofsProps) {
  const words = useReviewMessages();
  if (proofs.length < 2) return null;
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      {proofs.map((filename, index) => (
        <Button
          key={filename}
          look={filename === shown ? "outline" : "quiet"}
          aria-pressed={filename === shown}
          onClick={() => onShow(filename)}
        >
          {words.proof.nth(index + 1, proofs.length)}
        </Button>
      ))}
    </div>
  );
}

const KEY_STEP = 0.2;

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
};

/** Focused after a decision, so that the next case and its position are announced. */
function CaseHeading({ id, of, queue }: { id: string; of: ReviewCaseData; queue: ReviewQueue }) {
  const words = useReviewMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  const { takesFocus, cases = [] } = queue;
  useEffect(() => {
    if (takesFocus.current) heading.current?.focus();
    takesFocus.current = false;
  }, [takesFocus]);
  const position = cases.findIndex(({ uuid }) => uuid === of.record.uuid) + 1;
  return (
    <h2 ref={heading} id={id} tabIndex={-1} className="text-heading">
      {formatCaseName(of, words)}{" "}
      {position > 0 && (
        <span className="ml-4 font-sans text-base text-muted tracking-normal">
          {words.queue.position(position, cases.length)}
        </span>
      )}
    </h2>
  );
}
