// A table's list screen: toolbar, rows, pagination, and the dialogs for deleting and setting a value.

import { type PropsWithChildren, startTransition, useEffect, useEffectEvent, useState } from "react";
import type { BaseRow, RowOf, TableName } from "@/data/records";
import { downloadText } from "@/lib/download";
import { toFields } from "@/lib/typeGuards";
import { type AdminMessages, type FieldName, useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { BulkSetValueDialog } from "./BulkSetValueDialog";
import { ChoiceTabs } from "./ChoiceTabs";
import { DeleteDialog } from "./DeleteDialog";
import { DeletedRecords } from "./DeletedRecords";
import { FilterPanel } from "./Filters";
import { formatCsv } from "./formatCsv";
import { Pagination } from "./Pagination";
import { getPersonName, PeopleContext } from "./people";
import { ResourceTable } from "./ResourceTable";
import { getSortableFields, type TableDefinition } from "./resource";
import { SelectionBar, useRowSelection } from "./Selection";
import { Toolbar } from "./Toolbar";
import { useCompactView } from "./useCompactView";
import { countActiveFilters, type ListState, NO_FILTERS, ROWS_PER_PAGE, useListState } from "./useListState";
import { useRestoreRowFocus } from "./useRestoreRowFocus";
import { useRowReordering } from "./useRowReordering";
import { fetchListedRows, fetchPeopleOf, useReloadTable, useRows } from "./useRows";

interface ResourceListProps<Name extends TableName> {
  resource: TableDefinition<Name>;
  onEdit: (row: RowOf<Name>) => void;
  /** Missing if records cannot be added. */
  onAdd?: () => void;
}

export function ResourceList<Name extends TableName>({ resource, onEdit, onAdd }: ResourceListProps<Name>) {
  type Row = RowOf<Name>;
  const a = useAdminMessages();
  const { table, columns, single, choice, SelectionTools, Provider: Around = JustTheTable } = resource;
  const [isCompact, setCompact] = useCompactView(table, resource.compact !== undefined);
  const compact = isCompact ? resource.compact : undefined;
  const hasSiteOrder = resource.order === SITE_ORDER;
  const sortable: FieldName[] = hasSiteOrder
    ? ["sort_time", ...getSortableFields(columns)]
    : getSortableFields(columns);
  const [view, changeView] = useListState(sortable, resource.order);
  const onView: typeof changeView = (change) => startTransition(() => changeView(change));
  const { data, current, error, retry } = useRows(resource, view);
  const rows = data?.rows ?? [];
  const reload = useReloadTable(table);
  const selection = useRowSelection<Row>(rows);
  const [toDelete, setToDelete] = useState<readonly Row[]>([]);
  const [toSet, setToSet] = useState<readonly Row[]>([]);
  const rememberFocus = useRestoreRowFocus(data?.rows);
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / ROWS_PER_PAGE));
  const isEmpty = data?.count === 0;
  const isNarrowed = view.search !== "" || countActiveFilters(view) > 0;
  const shown = { rows, offset: (view.page - 1) * ROWS_PER_PAGE, count: data?.count ?? 0 };
  const ordering = useRowReordering(resource, shown, reload);
  const isInOrder = hasSiteOrder && view.sort === "sort_time" && !view.ascending && !isNarrowed;

  const goToLastPage = useEffectEvent(() => onView({ page: pages }));
  const isPastLastPage = Boolean(data) && current && view.page > pages;
  useEffect(() => {
    if (isPastLastPage) goToLastPage();
  }, [isPastLastPage]);

  /** Remembers the first affected row, for restoring the focus. */
  const withFocus = (action: (some: readonly Row[]) => void) => (some: readonly Row[]) => {
    rememberFocus(some[0]);
    action(some);
  };
  const [edit, choose, askToDelete] = [
    withFocus(([row]) => row && onEdit(row)),
    withFocus(setToSet),
    withFocus(setToDelete),
  ];
  const add = onAdd && (() => withFocus(onAdd)([]));

  return (
    <PeopleContext value={data?.people ?? noPeople}>
      <Toolbar
        sortable={sortable}
        view={view}
        onView={onView}
        onCsv={() => saveCsv(resource, view, a)}
        onAdd={single && (!isEmpty || isNarrowed) ? undefined : add}
        Tools={resource.Tools}
        secondaryTools={
          <>
            <DeletedRecords facts={resource} reload={reload} />
            {resource.compact && (
              <Button
                look="outline"
                aria-pressed={!isCompact}
                onClick={() => setCompact(!isCompact)}
                className="aria-pressed:bg-tint max-sm:grow"
              >
                {a.table.allColumns}
              </Button>
            )}
          </>
        }
      >
        {!single && <FilterPanel facts={resource} view={view} onView={onView} />}
      </Toolbar>
      {resource.compact && choice && <ChoiceTabs choice={choice} value={view.status} />}
      {error && <LoadErrorNotice error={error} onRetry={retry} />}
      {data === undefined && <Skeleton className="h-96 w-full" />}
      {hasSiteOrder && rows.length > 1 && (
        <OrderHint isInOrder={isInOrder} onOrder={() => onView({ search: "", ...NO_FILTERS, ...siteOrder })} />
      )}
      {!single && rows.length > 0 && (
        <SelectionBar rows={rows} selection={selection}>
          {choice && (
            <Button look="quiet" onClick={() => choose(selection.selected)}>
              {a.selection.set(a.fields[choice.field])}
            </Button>
          )}
          {SelectionTools && <SelectionTools rows={selection.selected} />}
          <Button look="quiet" onClick={() => askToDelete(selection.selected)}>
            {a.table.delete}
          </Button>
        </SelectionBar>
      )}
      <div aria-busy={!current}>
        {data && (
          <Around rows={rows}>
            <ResourceTable
              title={a.tables[table]}
              columns={compact?.columns ?? columns}
              compact={compact}
              rows={rows}
              view={view}
              onView={onView}
              selection={single ? undefined : selection}
              choiceField={choice?.field}
              onChoose={(row) => choose([row])}
              ordering={isInOrder ? ordering : undefined}
              onEdit={(row) => edit([row])}
              onDelete={(row) => askToDelete([row])}
            />
          </Around>
        )}
      </div>
      {isEmpty && <p className="py-6 text-muted">{isNarrowed ? a.table.nothingFound : a.table.nothing}</p>}
      {data && <Pagination count={data.count} page={view.page} pages={pages} onPage={(page) => onView({ page })} />}
      <DeleteDialog facts={resource} rows={toDelete} reload={reload} onClose={() => setToDelete([])} />
      {choice && (
        <BulkSetValueDialog
          facts={resource}
          choice={choice}
          rows={currentVersions(toSet, rows)}
          reload={reload}
          onClose={() => setToSet([])}
        />
      )}
    </PeopleContext>
  );
}

const SITE_ORDER = "-sort_time";
const siteOrder = { sort: "sort_time", ascending: false };

function OrderHint({ isInOrder, onOrder }: { isInOrder: boolean; onOrder: () => void }) {
  const { order: words } = useAdminMessages();
  if (isInOrder) return <p className="pb-2 text-muted">{words.hint}</p>;
  return (
    <Button look="quiet" onClick={onOrder}>
      {words.shown}
    </Button>
  );
}

const JustTheTable = ({ children }: PropsWithChildren) => children;

const noPeople = new Map();

/** After a conflict, the retry must use the version in the refreshed list. */
function currentVersions<Row extends BaseRow>(selected: readonly Row[], rows: readonly Row[]): Row[] {
  return selected.map((row) => rows.find(({ uuid }) => uuid === row.uuid) ?? row);
}

async function saveCsv<Name extends TableName>(
  facts: TableDefinition<Name>,
  view: ListState,
  a: AdminMessages,
): Promise<void> {
  const rows = await fetchListedRows(facts, view);
  const csvRows = await (facts.csvLines?.(rows, a) ?? toCsvRows(facts, rows, a));
  downloadText(formatCsv(csvRows), `${facts.table}.csv`, "text/csv");
}

/** Owners are named in their own column, unless the records themselves have names. */
async function toCsvRows<Name extends TableName>(
  { columns, personal }: TableDefinition<Name>,
  rows: readonly RowOf<Name>[],
  a: AdminMessages,
): Promise<string[][]> {
  const shown = [...columns];
  if (personal && !columns.some(({ field }) => field === "name")) {
    const people = await fetchPeopleOf(rows);
    shown.unshift({ field: "name", text: (row) => getPersonName(people, String(toFields(row).user_id)) ?? "" });
  }
  const headings = shown.map(({ field }) => a.fields[field]);
  return [headings, ...rows.map((row) => shown.map((column) => column.text(row, a)))];
}
