// The number of rows, the current page, and buttons for the adjacent ones.

import { useAdminMessages } from "@/messages/admin";
import { LimitButton } from "@/ui/LimitButton";

interface PaginationProps {
  count: number;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

export function Pagination({ count, page, pages, onPage }: PaginationProps) {
  const a = useAdminMessages();
  const showPage = (next: number) => {
    onPage(next);
    scrollTo(0, 0);
  };
  return (
    <nav aria-label={a.table.pages} className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 pt-3">
      <p role="status" className="text-muted tabular-nums">
        {a.table.rows(count)}
        {pages > 1 && <span className="whitespace-nowrap">{` · ${a.table.page(page, pages)}`}</span>}
      </p>
      {pages > 1 && (
        <div className="flex items-center gap-2">
          <LimitButton
            icon="left"
            label={a.table.previous}
            disabled={page <= 1}
            onClick={() => showPage(page - 1)}
            className="hover:bg-tint"
          />
          <LimitButton
            icon="right"
            label={a.table.next}
            disabled={page >= pages}
            onClick={() => showPage(page + 1)}
            className="hover:bg-tint"
          />
        </div>
      )}
    </nav>
  );
}
