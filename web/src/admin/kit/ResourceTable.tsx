// The rows of a table in its columns; cards instead of columns where a table would be too wide for the screen.

import { useState, useSyncExternalStore } from "react";
import type { AnyRow } from "@/data/records";
import { type FieldName, useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import { ColumnHeading, headingLook } from "./ColumnHeading";
import { RowActions } from "./RowActions";
import { type CompactView, headingOf, type ShownColumn } from "./resource";
import { SelectBox, type Selection } from "./Selection";
import type { ListState } from "./useListState";
import type { Ordering } from "./useOrdering";

interface ResourceTableProps<Row extends AnyRow> {
  title: string;
  columns: readonly ShownColumn<Row>[];
  /** Where it is shown so. */
  compact: CompactView<Row> | undefined;
  rows: readonly Row[];
  view: ListState;
  onView: (change: Partial<ListState>) => void;
  /** Missing where there is never more than one record. */
  selection: Selection<Row> | undefined;
  /** The column that is set from the list. */
  chooses: FieldName | undefined;
  onChoose: (row: Row) => void;
  /** Missing where rows have no place that people give them, or others are shown than the site shows. */
  ordering: Ordering | undefined;
  onEdit: (row: Row) => void;
  onDelete: (row: Row) => void;
}

export function ResourceTable<Row extends AnyRow>(props: ResourceTableProps<Row>) {
  return useNarrowScreen() ? <Cards {...props} /> : <Table {...props} />;
}

const narrow = globalThis.matchMedia?.("(width < 900px)");

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
function Table<Row extends AnyRow>(props: ResourceTableProps<Row>) {
  const { title, columns, rows, view, onView, selection, ordering } = props;
  const a = useAdminMessages();
  const { watch, clipped } = useClipped();
  return (
    <section
      ref={watch}
      aria-label={title}
      tabIndex={0}
      data-clipped={clipped || undefined}
      className="group/table relative overflow-x-auto"
    >
      <table className="w-full border-collapse text-left text-base">
        <thead>
          <tr className="border-text border-b">
            {columns.map((column) => (
              <ColumnHeading key={headingOf(column, a)} column={column} view={view} onView={onView} />
            ))}
            <th scope="col" className={classNames(headingLook, alwaysSeen)}>
              {a.table.action}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.uuid}
              id={row.uuid}
              tabIndex={-1}
              {...ordering?.dropOn(row)}
              className="border-line border-b align-top hover:bg-tint/60 has-[input:checked]:bg-tint/60"
            >
              {columns.map((column, place) => (
                <td key={headingOf(column, a)} className="max-w-80 min-w-20 px-2.5 py-3 break-words first:pl-0">
                  {place === 0 && selection ? (
                    <div className="flex gap-3">
                      <SelectBox row={row} selection={selection} of={cellId(row, 0)} />
                      <Cell {...props} column={column} row={row} place={place} />
                    </div>
                  ) : (
                    <Cell {...props} column={column} row={row} place={place} />
                  )}
                </td>
              ))}
              <td className={classNames("px-2.5 py-1.5 last:pr-0", alwaysSeen)}>
                <Actions {...props} row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Whether columns lie beyond the right edge. */
function useClipped() {
  const [clipped, setClipped] = useState(false);
  const [watch] = useState(() => (box: HTMLElement) => {
    const look = () => setClipped(box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    for (const part of box.children) sizes.observe(part);
    box.addEventListener("scroll", look);
    return () => {
      sizes.disconnect();
      box.removeEventListener("scroll", look);
    };
  });
  return { watch, clipped };
}

type CellProps<Row extends AnyRow> = Pick<ResourceTableProps<Row>, "chooses" | "onChoose"> & {
  column: ShownColumn<Row>;
  row: Row;
  place: number;
};

/** The value that is set from the list is a button. */
function Cell<Row extends AnyRow>({ column, row, place, chooses, onChoose }: CellProps<Row>) {
  const a = useAdminMessages();
  const content = column.cell ? column.cell(row, a) : column.text?.(row, a);
  return (
    <div id={cellId(row, place)} className="min-w-0">
      {chooses && column.field === chooses ? (
        <button
          type="button"
          aria-haspopup="dialog"
          title={a.table.change(a.fields[chooses])}
          onClick={() => onChoose(row)}
          className="inline-flex min-h-11 items-center min-[900px]:min-h-8 gap-1.5 border-edge border-b border-dashed hover:border-solid"
        >
          {content}
          <Icon name="down" className="size-3.5 shrink-0" />
        </button>
      ) : (
        content
      )}
    </div>
  );
}

/** However wide the table, what can be done with a row stays at hand, over the shadow of what it hides. */
const alwaysSeen =
  "sticky right-0 bg-paper before:absolute before:inset-y-0 before:right-full before:w-3 before:bg-linear-to-l before:from-edge/50 before:opacity-0 group-data-clipped/table:before:opacity-100";

function Actions<Row extends AnyRow>({ row, ...props }: ResourceTableProps<Row> & { row: Row }) {
  const of = cellId(row, 0);
  const { compact, onEdit } = props;
  return compact ? <compact.Actions row={row} of={of} onEdit={onEdit} /> : <RowActions {...props} row={row} of={of} />;
}

function Cards<Row extends AnyRow>(props: ResourceTableProps<Row>) {
  const { title, compact, rows, selection, ordering } = props;
  return (
    <ul aria-label={title} className="grid gap-5 sm:grid-cols-2">
      {rows.map((row) => (
        <li
          key={row.uuid}
          id={row.uuid}
          tabIndex={-1}
          {...ordering?.dropOn(row)}
          className="min-w-0 border-line border-y bg-tint/40 px-4 py-3 has-[input:checked]:bg-tint"
        >
          {compact ? (
            <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
              {selection && <SelectBox row={row} selection={selection} of={cellId(row, 0)} />}
              <div id={cellId(row, 0)} className="col-start-2">
                <compact.Card row={row} />
              </div>
            </div>
          ) : (
            <>
              {selection && <SelectBox row={row} selection={selection} of={cellId(row, 0)} />}
              <Facts {...props} row={row} />
            </>
          )}
          <Actions {...props} row={row} />
        </li>
      ))}
    </ul>
  );
}

function Facts<Row extends AnyRow>({ row, ...props }: ResourceTableProps<Row> & { row: Row }) {
  const a = useAdminMessages();
  return (
    <dl>
      {props.columns.map((column, place) => (
        <div key={headingOf(column, a)} className="flex flex-wrap gap-x-3 border-line border-b py-2">
          <dt className="w-26 pt-0.5 text-caption text-muted">{headingOf(column, a)}</dt>
          <dd className="wrap-anywhere min-w-min max-w-full grow basis-40">
            <Cell {...props} column={column} row={row} place={place} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function cellId(row: AnyRow, place: number): string {
  return `${row.uuid}-${place}`;
}
