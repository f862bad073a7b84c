// What is printed of a table: at the table's own address, with what is wanted of which rows behind the question mark.

import { useQuery } from "@tanstack/react-query";
import { type AnyRow, type RowOf, readRow, type TableName } from "@/data/records";
import { useLocation, useSearchParams } from "@/ui/router";
import { sortableOf, type TableFacts } from "../kit/resource";
import { useListState } from "../kit/useListState";
import { allRows, rowsKey } from "../kit/useRows";

export type PrintName = "receipts" | "slips" | "auditions";

/** What the address wants; null for the table itself. */
export function useRequestedPrint(): string | null {
  return useSearchParams()[0].get("paper");
}

/** Of these records, or of all that the table shows as it is looked at. */
export function usePrintAddress(): (paper: PrintName | null, of?: string) => string {
  const { pathname, search } = useLocation();
  return (paper, of) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ paper, of })) value ? params.set(name, value) : params.delete(name);
    return params.size > 0 ? `${pathname}?${params}` : pathname;
  };
}

export function usePrintedRows<Name extends TableName, More>(
  facts: TableFacts<Name>,
  withMore: (rows: RowOf<Name>[]) => Promise<More>,
) {
  const [params] = useSearchParams();
  const of = params.get("of");
  const [view] = useListState(sortableOf(facts.columns), facts.order);
  return useQuery({
    queryKey: [...rowsKey(facts.table), "paper", of, view],
    queryFn: async () => withMore(of ? await these(facts.table, of) : await allRows(facts, view)),
  });
}

async function these<Name extends TableName>(table: Name, uuids: string): Promise<RowOf<Name>[]> {
  const rows = await Promise.all(uuids.split(",").map((uuid) => readRow<AnyRow & RowOf<Name>>(table, uuid)));
  return rows.filter((row) => row !== null && row !== undefined);
}
