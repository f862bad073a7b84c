// The waiting payments in review order, and links to filter them by kind.

import type { WaitingPayment } from "@/data/tables";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatDateTime } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { useLanguage } from "@/messages";
import { useReviewMessages } from "@/messages/review";
import { classNames } from "@/ui/classNames";
import { Link } from "@/ui/Link";
import { REVIEW_PATH } from "../screen";
import { REVIEWED_TABLES, type ReviewQueue } from "./useReviewQueue";

export function KindLinks({ waiting, shown }: Pick<ReviewQueue, "waiting" | "shown">) {
  const { queue: words } = useReviewMessages();
  return (
    <nav aria-label={words.kinds} className="flex flex-wrap gap-x-5">
      <Kind to={REVIEW_PATH} isShown={shown === null} words={words.all(countOf(waiting, null))} />
      {REVIEWED_TABLES.map((table) => (
        <Kind
          key={table}
          to={`${REVIEW_PATH}?show=${table}`}
          isShown={shown === table}
          words={words[table](countOf(waiting, table))}
        />
      ))}
    </nav>
  );
}

function countOf(waiting: ReviewQueue["waiting"], kind: ReviewQueue["shown"]): number {
  const counts = waiting?.counts ?? { transactions: 0, audition_registrations: 0 };
  return kind ? counts[kind] : counts.transactions + counts.audition_registrations;
}

function Kind({ to, isShown, words }: { to: string; isShown: boolean; words: string }) {
  return (
    <Link
      to={to}
      aria-current={isShown ? "true" : undefined}
      className={classNames(
        "inline-flex min-h-11 items-center",
        isShown ? "font-semibold text-accent-text" : "underline decoration-1 underline-offset-4",
      )}
    >
      {words}
    </Link>
  );
}

export function ReviewQueueList({ queue }: { queue: ReviewQueue }) {
  const { queue: words } = useReviewMessages();
  const { cases = [], waiting, shown, uuid, postponed } = queue;
  const remaining = queue.isChanging ? 0 : countOf(waiting, shown) - cases.length;
  return (
    <>
      <ol aria-label={words.title} className="border-line border-t">
        {cases.map((payment) => (
          <li key={payment.uuid} className="border-line border-b">
            <QueueItem
              of={payment}
              shown={shown}
              isOpen={payment.uuid === uuid}
              isPostponed={postponed.includes(payment.uuid)}
            />
          </li>
        ))}
      </ol>
      {remaining > 0 && <p className="pt-2 text-muted">{words.more(remaining)}</p>}
    </>
  );
}

interface EntryProps {
  of: WaitingPayment;
  shown: string | null;
  isOpen: boolean;
  isPostponed: boolean;
}

function QueueItem({ of, shown, isOpen, isPostponed }: EntryProps) {
  const words = useReviewMessages();
  const { language } = useLanguage();
  const person = of.name ?? of.email ?? "-";
  return (
    <Link
      to={`${REVIEW_PATH}?${shown ? `show=${shown}&` : ""}case=${of.uuid}`}
      aria-current={isOpen ? "true" : undefined}
      className={classNames(
        "flex flex-col border-l-2 py-2 pr-1 pl-3 leading-snug hover:bg-tint",
        isOpen ? "border-ornament bg-tint" : "border-transparent",
      )}
    >
      <span className="wrap-anywhere font-semibold">
        {of.place === "transactions"
          ? words.case.transactions(formatOrderNumber(of.uuid))
          : words.case.audition_registrations(person)}
      </span>
      <span className="wrap-anywhere">
        {of.place === "transactions" && person}{" "}
        <span className="tabular-nums">{of.amount && formatRupiah(of.amount)}</span>
      </span>
      <span className="text-caption text-muted">
        {formatDateTime(of.created_at, language)}
        {of.lapse_announced_at && ` · ${words.queue.lapsesSoon}`}
        {isPostponed && ` · ${words.queue.later}`}
      </span>
    </Link>
  );
}
