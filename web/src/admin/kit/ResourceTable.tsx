// The rows of a table in its columns; cards instead of columns where a table would be too wide for the screen.

import { type ReactNode, useSyncExternalStore } from "react";
import type { AnyRow } from "@/data/records";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import type { Column } from "./resource";
import type { View } from "./useView";

export interface ResourceTableProps<Row extends AnyRow> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  view: View;
  onView: (change: Partial<View>) => void;
  onEdit: (row: Row) => void;
  onDelete: (row: Row) => void;
}

export function ResourceTable<Row extends AnyRow>(props: ResourceTableProps<Row>) {
  return useNarrowScreen() ? <Cards {...props} /> : <Table {...props} />;
}

const narrow = globalThis.matchMedia?.("(width < 640px)");

function useNarrowScreen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      narrow?.addEventListener("change", changed);
      return () => narrow?.removeEventListener("change", changed);
    },
    () => narrow?.matches ?? false,
    () => false,
  );
}

/** Wider than the screen, it scrolls by itself; it can be focused for that, and has a name. */
function Table<Row extends AnyRow>({ title, columns, rows, view, onView, ...actions }: ResourceTableProps<Row>) {
  const a = useAdminMessages();
  return (
    <section aria-label={title} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full border-collapse text-left text-base">
        <thead>
          <tr className="border-text border-b">
            {columns.map((column) => (
              <Heading key={column.field} column={column} view={view} onView={onView} />
            ))}
            <th scope="col" className={classNames(headingLook, alwaysSeen)}>
              {a.table.action}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.uuid} className="border-line border-b align-top hover:bg-tint/60">
              {columns.map((column, place) => (
                <td
                  key={column.field}
                  id={cellId(row, place)}
                  className="max-w-80 min-w-20 px-2.5 py-3 break-words first:pl-0"
                >
                  {cellOf(column, row, a)}
                </td>
              ))}
              <td className={classNames("px-2.5 py-1.5 last:pr-0", alwaysSeen)}>
                <Actions row={row} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** However wide the table, what can be done with a row stays at hand. */
const alwaysSeen = "sticky right-0 bg-paper";

const headingLook = "eyebrow h-12 px-2.5 py-1 text-muted first:pl-0";

function Heading<Row>({
  column,
  view,
  onView,
}: { column: Column<Row> } & Pick<ResourceTableProps<AnyRow>, "view" | "onView">) {
  const a = useAdminMessages();
  const words = a.fields[column.field];
  if (!column.sorts)
    return (
      <th scope="col" className={headingLook}>
        {words}
      </th>
    );
  const sorted = view.sort === column.field;
  const direction = view.ascending ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={sorted ? direction : "none"} className={headingLook}>
      <button
        type="button"
        onClick={() => onView({ sort: column.field, ascending: sorted ? !view.ascending : true })}
        className="eyebrow inline-flex min-h-8 items-center gap-1 text-left hover:text-accent-text"
      >
        {words}
        <Icon
          name="down"
          className={classNames("size-3.5 shrink-0", !sorted && "opacity-0", sorted && view.ascending && "rotate-180")}
        />
      </button>
    </th>
  );
}

function Cards<Row extends AnyRow>({ title, columns, rows, view, onView, ...actions }: ResourceTableProps<Row>) {
  const a = useAdminMessages();
  return (
    <ul aria-label={title} className="flex flex-col gap-5">
      {rows.map((row) => (
        <li key={row.uuid} className="border-line border-y bg-tint/40 px-4 py-3">
          <dl>
            {columns.map((column, place) => (
              <div key={column.field} className="flex flex-wrap gap-x-3 border-line border-b py-2">
                <dt className="w-26 pt-0.5 text-caption text-muted">{a.fields[column.field]}</dt>
                <dd id={cellId(row, place)} className="wrap-anywhere min-w-min max-w-full grow basis-40">
                  {cellOf(column, row, a)}
                </dd>
              </div>
            ))}
          </dl>
          <Actions row={row} {...actions} />
        </li>
      ))}
    </ul>
  );
}

function cellOf<Row>(column: Column<Row>, row: Row, a: Parameters<Column<Row>["text"]>[1]): ReactNode {
  return column.cell ? column.cell(row, a) : column.text(row, a);
}

type ActionsProps<Row extends AnyRow> = Pick<ResourceTableProps<Row>, "onEdit" | "onDelete"> & { row: Row };

/** Which row they mean is said by its first cell. */
function Actions<Row extends AnyRow>({ row, onEdit, onDelete }: ActionsProps<Row>) {
  const a = useAdminMessages();
  return (
    <div className="flex gap-4">
      <Button look="quiet" aria-describedby={cellId(row, 0)} onClick={() => onEdit(row)}>
        {a.table.edit}
      </Button>
      <Button look="quiet" aria-describedby={cellId(row, 0)} onClick={() => onDelete(row)}>
        {a.table.delete}
      </Button>
    </div>
  );
}

function cellId(row: AnyRow, place: number): string {
  return `${row.uuid}-${place}`;
}
