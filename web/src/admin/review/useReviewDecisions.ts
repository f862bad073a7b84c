// Review decisions: guarded against double submission, followed by the next case, undoable while the toast is shown.

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  AlreadyReviewedError,
  type ReviewAnswer,
  type ReviewCaseData,
  submitReview,
  undoReview,
  type WaitingCases,
} from "@/data/reviews";
import { formatDateTime } from "@/lib/dates";
import { toFields } from "@/lib/typeGuards";
import { useLanguage, useMessages } from "@/messages";
import { formatError } from "@/messages/failures";
import { useReviewMessages } from "@/messages/review";
import { useToast } from "@/ui/Toast";
import { useReloadTable } from "../kit/useRows";
import { formatCaseName } from "./caseDetails";
import { REVIEW_QUERY_KEY, REVIEW_QUEUE_QUERY_KEY } from "./reviewQueryKeys";
import { findNeighbouringCase, type ReviewQueue } from "./useReviewQueue";

const UNDO_FOR_MS = 10_000;

export function useReviewDecisions(queue: ReviewQueue) {
  const m = useMessages();
  const words = useReviewMessages();
  const { language } = useLanguage();
  const toast = useToast();
  const queryClient = useQueryClient();
  const reload = {
    transactions: useReloadTable("transactions"),
    audition_registrations: useReloadTable("audition_registrations"),
  };
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  /** A decision that somebody else made first, shown until the next decision. */
  const [notice, setNotice] = useState<string | null>(null);
  const last = useRef<ReviewCaseData | null>(null);

  async function run(action: () => Promise<void>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setErrors([]);
    setNotice(null);
    try {
      await action();
      return true;
    } catch (failure) {
      setErrors([formatError(failure, m)]);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const refetchAll = async ({ place }: ReviewCaseData) => {
    reload[place]();
    await queryClient.invalidateQueries({ queryKey: REVIEW_QUERY_KEY });
  };

  /** Removes the case from the cached queue before the refetch, so that it cannot be decided twice. */
  const openNext = (reviewed: ReviewCaseData) => {
    const next = findNeighbouringCase(queue.cases ?? [], reviewed.record.uuid, 1);
    queryClient.setQueriesData<WaitingCases>(
      { queryKey: REVIEW_QUEUE_QUERY_KEY },
      (cached) => cached && without(cached, reviewed),
    );
    queue.open(next);
    void refetchAll(reviewed);
  };

  const decide = (reviewed: ReviewCaseData, decision: ReviewAnswer, reason: string | null = null) =>
    run(async () => {
      const subject = formatCaseName(reviewed, words);
      try {
        await submitReview(reviewed.place, reviewed.record.uuid, decision, reason);
        last.current = reviewed;
        toast(words.decision[decision](subject), undoAction);
      } catch (failure) {
        if (!(failure instanceof AlreadyReviewedError)) throw failure;
        const by = failure.by ?? words.decision.somebody;
        setNotice(
          words.decision.already[failure.decision ?? "answered"](subject, by, formatDateTime(failure.at, language)),
        );
      }
      openNext(reviewed);
    });

  const undoAction = { label: words.decision.undo, act: () => void undo(), shownFor: UNDO_FOR_MS };

  async function undo(): Promise<void> {
    const reviewed = last.current;
    last.current = null;
    if (!reviewed) return toast(words.decision.nothingToUndo, { failed: true });
    try {
      await undoReview(reviewed.place, reviewed.record.uuid);
      toast(words.decision.undone(formatCaseName(reviewed, words)));
    } catch (failure) {
      last.current ??= reviewed; // to be tried again
      const isFinal = toFields(failure).hint === "undo_too_late";
      toast(formatError(failure, m), { ...(isFinal ? {} : undoAction), failed: true });
    }
    await refetchAll(reviewed);
    queue.open(reviewed.record.uuid);
  }

  return { decide, undo: () => void undo(), busy, errors, notice };
}

export type ReviewDecisions = ReturnType<typeof useReviewDecisions>;

function without({ cases, counts }: WaitingCases, { place, record }: ReviewCaseData): WaitingCases {
  const remaining = cases.filter(({ uuid }) => uuid !== record.uuid);
  return { cases: remaining, counts: { ...counts, [place]: counts[place] - (cases.length - remaining.length) } };
}
