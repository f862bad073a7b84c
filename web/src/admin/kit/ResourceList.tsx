// A table as it is looked at: its tools, its rows, its pages, and the modal that deletes one of them.

import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import type { RowOf, TableName } from "@/data/records";
import { type AdminMessages, useAdminMessages } from "@/messages/admin";
import { Skeleton } from "@/ui/Skeleton";
import { csv } from "./csv";
import { DeleteDialog } from "./DeleteDialog";
import { download } from "./download";
import { Pages } from "./Pagination";
import { ResourceTable } from "./ResourceTable";
import { type Column, sortableOf, type TableFacts } from "./resource";
import { Toolbar } from "./Toolbar";
import { allRows, useReload, useRows } from "./useRows";
import { ROWS_PER_PAGE, useView } from "./useView";

export interface ResourceListProps<Name extends TableName> {
  resource: TableFacts<Name>;
  onEdit: (row: RowOf<Name>) => void;
  /** Missing where records are never added. */
  onAdd?: () => void;
}

export function ResourceList<Name extends TableName>({ resource, onEdit, onAdd }: ResourceListProps<Name>) {
  const a = useAdminMessages();
  const { table, columns, single } = resource;
  const sortable = sortableOf(columns);
  const [view, changeView] = useView(sortable, resource.order);
  const onView: typeof changeView = (change) => startTransition(() => changeView(change));
  const { data, current } = useRows(resource, view);
  const reload = useReload(table);
  const [leaving, setLeaving] = useState<RowOf<Name> | "gone" | null>(null);
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / ROWS_PER_PAGE));
  const isEmpty = data?.count === 0;

  const toLastPage = useEffectEvent(() => onView({ page: pages }));
  const isBehindLast = Boolean(data) && current && view.page > pages;
  useEffect(() => {
    if (isBehindLast) toLastPage();
  }, [isBehindLast]);

  // The button that asked to delete goes with its row: the focus then rests on the table, not on nothing.
  const rest = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (leaving === "gone") rest.current?.focus({ preventScroll: true });
  }, [leaving]);

  const saveCsv = async () => {
    const rows = await allRows(resource, view);
    const lines = await (resource.csvLines?.(rows, a) ?? linesOf(columns, rows, a));
    download(csv(lines), `${table}.csv`, "text/csv");
  };

  return (
    <>
      <Toolbar
        sortable={sortable}
        view={view}
        onView={onView}
        onCsv={saveCsv}
        onAdd={single && (!isEmpty || view.search) ? undefined : onAdd}
        Tools={resource.Tools}
      />
      {data === undefined && <Skeleton className="h-96 w-full" />}
      <div ref={rest} tabIndex={-1} className="outline-none" aria-busy={!current}>
        {data && (
          <ResourceTable
            title={a.tables[table]}
            columns={columns}
            rows={data.rows}
            view={view}
            onView={onView}
            onEdit={onEdit}
            onDelete={setLeaving}
          />
        )}
      </div>
      {isEmpty && <p className="py-6 text-muted">{view.search ? a.table.nothingFound : a.table.nothing}</p>}
      {data && <Pages count={data.count} page={view.page} pages={pages} onPage={(page) => onView({ page })} />}
      <DeleteDialog
        title={a.tables[table]}
        row={leaving === "gone" ? null : leaving}
        place={resource}
        reload={reload}
        onDeleted={() => setLeaving("gone")}
        onClose={() => setLeaving(null)}
      />
    </>
  );
}

function linesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], a: AdminMessages): string[][] {
  const headings = columns.map(({ field }) => a.fields[field]);
  return [headings, ...rows.map((row) => columns.map((column) => column.text(row, a)))];
}
