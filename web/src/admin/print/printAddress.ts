// Print views share the list's path; the query says what to print and of which rows.

import { useQuery } from "@tanstack/react-query";
import { type BaseRow, fetchRow, type RowOf, type TableName } from "@/data/records";
import { useLocation, useSearchParams } from "@/ui/router";
import { getSortableFields, type TableDefinition } from "../kit/resource";
import { useListState } from "../kit/useListState";
import { fetchListedRows, getRowsQueryKey } from "../kit/useRows";

export type PrintName = "receipts" | "slips" | "auditions";

/** The requested print view; null for the list itself. */
export function useRequestedPrint(): string | null {
  return useSearchParams()[0].get("paper");
}

/** For these records, or else for all rows of the list's current view. */
export function usePrintUrl(): (paper: PrintName | null, of?: string) => string {
  const { pathname, search } = useLocation();
  return (paper, of) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ paper, of })) value ? params.set(name, value) : params.delete(name);
    return params.size > 0 ? `${pathname}?${params}` : pathname;
  };
}

export function usePrintedRows<Name extends TableName, Data>(
  facts: TableDefinition<Name>,
  load: (rows: RowOf<Name>[]) => Promise<Data>,
) {
  const [params] = useSearchParams();
  const of = params.get("of");
  const [view] = useListState(getSortableFields(facts.columns), facts.order);
  return useQuery({
    queryKey: [...getRowsQueryKey(facts.table), "paper", of, view],
    queryFn: async () => load(of ? await readRows(facts.table, of) : await fetchListedRows(facts, view)),
  });
}

async function readRows<Name extends TableName>(table: Name, uuids: string): Promise<RowOf<Name>[]> {
  const rows = await Promise.all(uuids.split(",").map((uuid) => fetchRow<BaseRow & RowOf<Name>>(table, uuid)));
  return rows.filter((row) => row !== null && row !== undefined);
}
