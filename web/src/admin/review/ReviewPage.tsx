// The review desk: the queue, oldest first, and one case at a time.

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import type { ReviewCaseData } from "@/data/reviews";
import type { PaidTable } from "@/data/tables";
import { useReviewMessages } from "@/messages/review";
import { Link } from "@/ui/Link";
import { Skeleton } from "@/ui/Skeleton";
import { useShortcutsEnabled } from "@/ui/shortcuts";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { REVIEW_PATH } from "../screen";
import { ReviewCase } from "./ReviewCase";
import { KindLinks, ReviewQueueList } from "./ReviewQueueList";
import { ReviewTabs } from "./ReviewTabs";
import { ShortcutLegend } from "./ShortcutLegend";
import { useReviewDecisions } from "./useReviewDecisions";
import { caseQuery, type ReviewQueue, useReviewQueue } from "./useReviewQueue";

export default function ReviewPage() {
  return (
    <>
      <ReviewTabs />
      <ReviewDesk />
    </>
  );
}

function ReviewDesk() {
  const { queue: words } = useReviewMessages();
  const queue = useReviewQueue();
  const decisions = useReviewDecisions(queue);
  const [shortcutsEnabled, setShortcutsEnabled] = useShortcutsEnabled();
  const { cases, waiting, uuid, error, retry } = queue;
  if (error && !waiting) return <LoadErrorNotice error={error} onRetry={retry} />;
  if (!cases) return <Skeleton className="h-96 w-full" />;
  return (
    <div className="grid items-start gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_16rem] xl:grid-rows-[auto_1fr]">
      <div className="min-w-0 xl:row-span-2">
        <p role="status" className="not-empty:mb-4 not-empty:border-processed not-empty:border-l-2 not-empty:py-1 pl-4">
          {decisions.notice}
        </p>
        {uuid && (
          <OpenCase key={uuid} uuid={uuid} table={cases.find((payment) => payment.uuid === uuid)?.place}>
            {(reviewed) => (
              <ReviewCase of={reviewed} queue={queue} decisions={decisions} shortcutsEnabled={shortcutsEnabled} />
            )}
          </OpenCase>
        )}
        {!uuid && !queue.isChanging && cases.length === 0 && <EmptyQueue queue={queue} />}
      </div>
      <aside aria-label={words.title} className="min-w-0 max-xl:order-first">
        <KindLinks waiting={waiting} shown={queue.shown} />
        <div className="max-xl:hidden">
          <ReviewQueueList queue={queue} />
        </div>
        <details className="xl:hidden">
          <summary className="min-h-11 content-center">{words.title}</summary>
          <ReviewQueueList queue={queue} />
        </details>
      </aside>
      <ShortcutLegend on={shortcutsEnabled} onSwitch={setShortcutsEnabled} />
    </div>
  );
}

interface OpenCaseProps {
  uuid: string;
  table: PaidTable | undefined;
  children: (one: ReviewCaseData) => ReactNode;
}

function OpenCase({ uuid, table, children }: OpenCaseProps) {
  const { case: words } = useReviewMessages();
  const { data, error, refetch } = useQuery(caseQuery(uuid, table));
  if (error && !data) return <LoadErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === null) return <p>{words.missing}</p>;
  return data ? children(data) : <Skeleton className="h-[62dvh] w-full" />;
}

/** Focused after the last decision. */
function EmptyQueue({ queue: { shown, takesFocus } }: { queue: ReviewQueue }) {
  const { queue: words } = useReviewMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus.current) heading.current?.focus();
    takesFocus.current = false;
  }, [takesFocus]);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-heading">
        {shown ? words.noneOfKind : words.none}
      </h2>
      {shown && (
        <Link to={REVIEW_PATH} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {words.showAll}
        </Link>
      )}
    </>
  );
}
