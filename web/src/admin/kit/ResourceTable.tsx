// The rows of a table, as columns or, on narrow screens, as cards.

import { useState, useSyncExternalStore } from "react";
import type { BaseRow } from "@/data/records";
import { type FieldName, useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import { ColumnHeading, columnHeadingClassName } from "./ColumnHeading";
import { RowActions } from "./RowActions";
import { type CompactView, type DisplayedColumn, getColumnHeading } from "./resource";
import { RowCheckBox, type RowSelection } from "./Selection";
import type { ListState } from "./useListState";
import type { RowReordering } from "./useRowReordering";

interface ResourceTableProps<Row extends BaseRow> {
  title: string;
  columns: readonly DisplayedColumn<Row>[];
  /** The compact layout, if it is active. */
  compact: CompactView<Row> | undefined;
  rows: readonly Row[];
  view: ListState;
  onView: (change: Partial<ListState>) => void;
  /** Missing if there is at most one record. */
  selection: RowSelection<Row> | undefined;
  /** The column whose value can be set from the list. */
  choiceField: FieldName | undefined;
  onChoose: (row: Row) => void;
  /** Missing if rows cannot be reordered, or a filter hides some of them. */
  ordering: RowReordering | undefined;
  onEdit: (row: Row) => void;
  onDelete: (row: Row) => void;
}

export function ResourceTable<Row extends BaseRow>(props: ResourceTableProps<Row>) {
  return useNarrowScreen() ? <Cards {...props} /> : <Table {...props} />;
}

const narrowScreen = globalThis.matchMedia?.("(width < 900px)");

function useNarrowScreen(): boolean {
  return useSyncExternalStore(
    (onStoreChange) => {
      narrowScreen?.addEventListener("change", onStoreChange);
      return () => narrowScreen?.removeEventListener("change", onStoreChange);
    },
    () => narrowScreen?.matches ?? false,
    () => false,
  );
}

/** A table wider than the screen scrolls in its own focusable, labelled region. */
function Table<Row extends BaseRow>(props: ResourceTableProps<Row>) {
  const { title, columns, rows, view, onView, selection, ordering } = props;
  const a = useAdminMessages();
  const { observe, isClipped } = useClipped();
  return (
    <section
      ref={observe}
      aria-label={title}
      tabIndex={0}
      data-clipped={isClipped || undefined}
      className="group/table relative overflow-x-auto"
    >
      <table className="w-full border-collapse text-left text-base">
        <thead>
          <tr className="border-text border-b">
            {columns.map((column) => (
              <ColumnHeading key={getColumnHeading(column, a)} column={column} view={view} onView={onView} />
            ))}
            <th scope="col" className={classNames(columnHeadingClassName, stickyLook)}>
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
              {columns.map((column, index) => (
                <td key={getColumnHeading(column, a)} className="max-w-80 min-w-20 px-2.5 py-3 break-words first:pl-0">
                  {index === 0 && selection ? (
                    <div className="flex gap-3">
                      <RowCheckBox row={row} selection={selection} describedBy={cellId(row, 0)} />
                      <Cell {...props} column={column} row={row} index={index} />
                    </div>
                  ) : (
                    <Cell {...props} column={column} row={row} index={index} />
                  )}
                </td>
              ))}
              <td className={classNames("px-2.5 py-1.5 last:pr-0", stickyLook)}>
                <Actions {...props} row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Whether columns are hidden beyond the right edge. */
function useClipped() {
  const [isClipped, setClipped] = useState(false);
  const [observe] = useState(() => (box: HTMLElement) => {
    const update = () => setClipped(box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    const resizeObserver = new ResizeObserver(update);
    resizeObserver.observe(box);
    for (const child of box.children) resizeObserver.observe(child);
    box.addEventListener("scroll", update);
    return () => {
      resizeObserver.disconnect();
      box.removeEventListener("scroll", update);
    };
  });
  return { observe, isClipped };
}

type CellProps<Row extends BaseRow> = Pick<ResourceTableProps<Row>, "choiceField" | "onChoose"> & {
  column: DisplayedColumn<Row>;
  row: Row;
  index: number;
};

/** A value that can be set from the list is a button. */
function Cell<Row extends BaseRow>({ column, row, index, choiceField, onChoose }: CellProps<Row>) {
  const a = useAdminMessages();
  const content = column.cell ? column.cell(row, a) : column.text?.(row, a);
  return (
    <div id={cellId(row, index)} className="min-w-0">
      {choiceField && column.field === choiceField ? (
        <button
          type="button"
          aria-haspopup="dialog"
          title={a.table.change(a.fields[choiceField])}
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

/** Sticky, so that the actions stay visible in a wide table; the shadow marks clipped columns. */
const stickyLook =
  "sticky right-0 bg-paper before:absolute before:inset-y-0 before:right-full before:w-3 before:bg-linear-to-l before:from-edge/50 before:opacity-0 group-data-clipped/table:before:opacity-100";

function Actions<Row extends BaseRow>({ row, ...props }: ResourceTableProps<Row> & { row: Row }) {
  const of = cellId(row, 0);
  const { compact, onEdit } = props;
  return compact ? (
    <compact.Actions row={row} of={of} onEdit={onEdit} />
  ) : (
    <RowActions {...props} row={row} describedBy={of} />
  );
}

function Cards<Row extends BaseRow>(props: ResourceTableProps<Row>) {
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
              {selection && <RowCheckBox row={row} selection={selection} describedBy={cellId(row, 0)} />}
              <div id={cellId(row, 0)} className="col-start-2">
                <compact.Card row={row} />
              </div>
            </div>
          ) : (
            <>
              {selection && <RowCheckBox row={row} selection={selection} describedBy={cellId(row, 0)} />}
              <Facts {...props} row={row} />
            </>
          )}
          <Actions {...props} row={row} />
        </li>
      ))}
    </ul>
  );
}

function Facts<Row extends BaseRow>({ row, ...props }: ResourceTableProps<Row> & { row: Row }) {
  const a = useAdminMessages();
  return (
    <dl>
      {props.columns.map((column, index) => (
        <div key={getColumnHeading(column, a)} className="flex flex-wrap gap-x-3 border-line border-b py-2">
          <dt className="w-26 pt-0.5 text-caption text-muted">{getColumnHeading(column, a)}</dt>
          <dd className="wrap-anywhere min-w-min max-w-full grow basis-40">
            <Cell {...props} column={column} row={row} index={index} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function cellId(row: BaseRow, index: number): string {
  return `${row.uuid}-${index}`;
}
