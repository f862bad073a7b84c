// Which part of a table is looked at: search, order and page, kept in the address so that a link and "back" lead there.

import { useSearchParams } from "react-router";

export const ROWS_PER_PAGE = 25;

export interface View {
  search: string;
  sort: string;
  ascending: boolean;
  page: number;
}

export const NEWEST_FIRST = "-created_at";

/** `sortable` are the columns that an address may name; anything else means the order that the table begins with. */
export function useView(
  sortable: readonly string[],
  order: string = NEWEST_FIRST,
): [View, (change: Partial<View>) => void] {
  const [params, setParams] = useSearchParams();
  const view = viewIn(params, sortable, order);
  const change = (changes: Partial<View>) =>
    // Another search or another order begins on its first page.
    setParams(paramsOf({ ...view, page: 1, ...changes }, order), {
      replace: "search" in changes,
      preventScrollReset: true,
    });
  return [view, change];
}

export function viewIn(params: URLSearchParams, sortable: readonly string[], order = NEWEST_FIRST): View {
  const wish = params.get("sort") ?? order;
  const sort = sortable.includes(wish.replace(/^-/, "")) ? wish : order;
  const page = Number(params.get("page") ?? 1);
  return {
    search: params.get("q") ?? "",
    sort: sort.replace(/^-/, ""),
    ascending: !sort.startsWith("-"),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** What goes without saying is left out of the address. */
export function paramsOf({ search, sort, ascending, page }: View, usual = NEWEST_FIRST): Record<string, string> {
  const order = `${ascending ? "" : "-"}${sort}`;
  return {
    ...(search && { q: search }),
    ...(order !== usual && { sort: order }),
    ...(page > 1 && { page: String(page) }),
  };
}
