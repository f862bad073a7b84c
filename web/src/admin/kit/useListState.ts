// Which part of a table is looked at: search, filters, order and page, kept in the address so that a link and "back" lead there.

import { useSearchParams } from "@/ui/router";

export const ROWS_PER_PAGE = 25;

/** Each is empty where it filters nothing. */
export interface Filters {
  status: string;
  person: string;
  /** Days in the shop's time, both included. */
  from: string;
  to: string;
  /** "true" for those that wait for an answer. */
  waiting: string;
}

export interface ListState extends Filters {
  search: string;
  sort: string;
  ascending: boolean;
  page: number;
}

export const NEWEST_FIRST = "-created_at";

export const unfiltered: Filters = { status: "", person: "", from: "", to: "", waiting: "" };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const sensible: Record<keyof Filters, RegExp> = {
  status: /^\w+$/,
  person: UUID,
  from: DAY,
  to: DAY,
  waiting: /^true$/,
};
const filterNames = Object.keys(unfiltered) as (keyof Filters)[];

/** `sortable` are the columns that an address may name; anything else means the order that the table begins with. */
export function useListState(
  sortable: readonly string[],
  order: string = NEWEST_FIRST,
): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams();
  const view = parseListState(params, sortable, order);
  const change = (changes: Partial<ListState>) =>
    // Another search, filter or order begins on its first page.
    setParams(listParams({ ...view, page: 1, ...changes }, order), {
      replace: ["search", "from", "to"].some((typed) => typed in changes),
    });
  return [view, change];
}

export function parseListState(params: URLSearchParams, sortable: readonly string[], order = NEWEST_FIRST): ListState {
  const wish = params.get("sort") ?? order;
  const sort = sortable.includes(wish.replace(/^-/, "")) ? wish : order;
  const page = Number(params.get("page") ?? 1);
  return {
    search: params.get("q") ?? "",
    ...filtersIn(params),
    sort: sort.replace(/^-/, ""),
    ascending: !sort.startsWith("-"),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

function filtersIn(params: URLSearchParams): Filters {
  const given = filterNames.map((name) => [name, params.get(name) ?? ""] as const);
  return { ...unfiltered, ...Object.fromEntries(given.filter(([name, value]) => sensible[name].test(value))) };
}

/** How many of them filter. */
export function filterCount(view: Filters): number {
  return filterNames.filter((name) => view[name]).length;
}

/** What goes without saying is left out of the address. */
export function listParams(view: ListState, usual = NEWEST_FIRST): Record<string, string> {
  const { search, sort, ascending, page } = view;
  const order = `${ascending ? "" : "-"}${sort}`;
  return {
    ...(search && { q: search }),
    ...Object.fromEntries(filterNames.map((name) => [name, view[name]]).filter(([, value]) => value)),
    ...(order !== usual && { sort: order }),
    ...(page > 1 && { page: String(page) }),
  };
}
