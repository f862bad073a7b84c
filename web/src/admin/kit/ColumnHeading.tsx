// A column heading; clicking it sorts by the column, clicking again reverses the order.

import { useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import { type DisplayedColumn, getColumnHeading } from "./resource";
import type { ListState } from "./useListState";

export const columnHeadingClassName = "eyebrow h-12 px-2.5 py-1 text-muted first:pl-0";

interface ColumnHeadingProps<Row> {
  column: DisplayedColumn<Row>;
  view: ListState;
  onView: (change: Partial<ListState>) => void;
}

export function ColumnHeading<Row>({ column, view, onView }: ColumnHeadingProps<Row>) {
  const a = useAdminMessages();
  const heading = getColumnHeading(column, a);
  const { field } = column;
  if (!column.sorts || !field)
    return (
      <th scope="col" className={columnHeadingClassName}>
        {heading}
      </th>
    );
  const sorted = view.sort === field;
  const direction = view.ascending ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={sorted ? direction : "none"} className={columnHeadingClassName}>
      <button
        type="button"
        onClick={() => onView({ sort: field, ascending: sorted ? !view.ascending : true })}
        className="eyebrow inline-flex min-h-8 items-center gap-1 text-left hover:text-accent-text"
      >
        {heading}
        <Icon
          name="down"
          className={classNames("size-3.5 shrink-0", !sorted && "opacity-0", sorted && view.ascending && "rotate-180")}
        />
      </button>
    </th>
  );
}
