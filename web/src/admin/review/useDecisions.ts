// Deciding: once, with the next case at hand afterwards, and a way back for as long as the news stands on the screen.

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { AlreadyReviewed, type Answer, type Case, type Queue, review, undoReview } from "@/data/reviews";
import { dateInWords } from "@/lib/dates";
import { fieldsOf } from "@/lib/typeGuards";
import { useLanguage, useMessages } from "@/messages";
import { sentenceFor } from "@/messages/failures";
import { useReviewMessages } from "@/messages/review";
import { useToast } from "@/ui/Toast";
import { useReload } from "../kit/useRows";
import { caseName } from "./caseDetails";
import { QUEUE_KEY, REVIEW_KEY } from "./reviewQueryKeys";
import { neighbour, type ReviewQueue } from "./useReviewQueue";

const UNDO_FOR_MS = 10_000;

export function useDecisions(queue: ReviewQueue) {
  const m = useMessages();
  const words = useReviewMessages();
  const { language } = useLanguage();
  const toast = useToast();
  const queries = useQueryClient();
  const reload = {
    transactions: useReload("transactions"),
    audition_registrations: useReload("audition_registrations"),
  };
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  /** What somebody else decided first, told until the next decision. */
  const [notice, setNotice] = useState<string | null>(null);
  const last = useRef<Case | null>(null);

  async function act(work: () => Promise<void>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setErrors([]);
    setNotice(null);
    try {
      await work();
      return true;
    } catch (failure) {
      setErrors([sentenceFor(failure, m)]);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const readAgain = async ({ place }: Case) => {
    reload[place]();
    await queries.invalidateQueries({ queryKey: REVIEW_KEY });
  };

  /** Gone from the desk before the queue is read again, so that it can't be decided twice. */
  const leave = (one: Case) => {
    const next = neighbour(queue.cases ?? [], one.record.uuid, 1);
    queries.setQueriesData<Queue>({ queryKey: QUEUE_KEY }, (cached) => cached && without(cached, one));
    queue.open(next);
    void readAgain(one);
  };

  const decide = (one: Case, decision: Answer, reason: string | null = null) =>
    act(async () => {
      const what = caseName(one, words);
      try {
        await review(one.place, one.record.uuid, decision, reason);
        last.current = one;
        toast(words.decision[decision](what), wayBack);
      } catch (failure) {
        if (!(failure instanceof AlreadyReviewed)) throw failure;
        const by = failure.by ?? words.decision.somebody;
        setNotice(words.decision.already[failure.decision ?? "answered"](what, by, dateInWords(failure.at, language)));
      }
      leave(one);
    });

  const wayBack = { label: words.decision.undo, act: () => void undo(), shownFor: UNDO_FOR_MS };

  async function undo(): Promise<void> {
    const one = last.current;
    last.current = null;
    if (!one) return toast(words.decision.nothingToUndo);
    try {
      await undoReview(one.place, one.record.uuid);
      toast(words.decision.undone(caseName(one, words)));
    } catch (failure) {
      last.current ??= one; // to be tried again
      toast(sentenceFor(failure, m), fieldsOf(failure).hint === "undo_too_late" ? undefined : wayBack);
    }
    await readAgain(one);
    queue.open(one.record.uuid);
  }

  return { decide, undo: () => void undo(), busy, errors, notice };
}

export type Decisions = ReturnType<typeof useDecisions>;

function without({ cases, counts }: Queue, { place, record }: Case): Queue {
  const kept = cases.filter(({ uuid }) => uuid !== record.uuid);
  return { cases: kept, counts: { ...counts, [place]: counts[place] - (cases.length - kept.length) } };
}
