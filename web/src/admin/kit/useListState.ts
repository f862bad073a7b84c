// The state of a list in the URL: search, filters, sort order, page.

import { UUID } from "@/lib/uuid";
import { useSearchParams } from "@/ui/router";

export const ROWS_PER_PAGE = 25;

/** Empty values do not filter. */
export interface ListFilters {
  status: string;
  person: string;
  /** Days in the shop's time zone, inclusive. */
  from: string;
  to: string;
  /** "true" for records that wait for an answer. */
  waiting: string;
}

export interface ListState extends ListFilters {
  search: string;
  sort: string;
  ascending: boolean;
  page: number;
}

const NEWEST_FIRST_SORT = "-created_at";

export const NO_FILTERS: ListFilters = { status: "", person: "", from: "", to: "", waiting: "" };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const patterns: Record<keyof ListFilters, RegExp> = {
  status: /^\w+$/,
  person: UUID,
  from: DAY,
  to: DAY,
  waiting: /^true$/,
};
const filterNames = Object.keys(NO_FILTERS) as (keyof ListFilters)[];

/** `sortable` are the allowed sort columns; anything else means the default order. */
export function useListState(
  sortable: readonly string[],
  order: string = NEWEST_FIRST_SORT,
): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams();
  const view = parseListState(params, sortable, order);
  const updateView = (changes: Partial<ListState>) =>
    // A changed search, filter or sort order resets the page.
    setParams(buildListParams({ ...view, page: 1, ...changes }, order), {
      replace: ["search", "from", "to"].some((typed) => typed in changes),
    });
  return [view, updateView];
}

export function parseListState(
  params: URLSearchParams,
  sortable: readonly string[],
  order = NEWEST_FIRST_SORT,
): ListState {
  const requested = params.get("sort") ?? order;
  const sort = sortable.includes(requested.replace(/^-/, "")) ? requested : order;
  const page = Number(params.get("page") ?? 1);
  return {
    search: params.get("q") ?? "",
    ...filtersIn(params),
    sort: sort.replace(/^-/, ""),
    ascending: !sort.startsWith("-"),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

function filtersIn(params: URLSearchParams): ListFilters {
  const entries = filterNames.map((name) => [name, params.get(name) ?? ""] as const);
  return { ...NO_FILTERS, ...Object.fromEntries(entries.filter(([name, value]) => patterns[name].test(value))) };
}

/** The number of active filters. */
export function countActiveFilters(view: ListFilters): number {
  return filterNames.filter((name) => view[name]).length;
}

/** Omits default values. */
export function buildListParams(view: ListState, defaultOrder = NEWEST_FIRST_SORT): Record<string, string> {
  const { search, sort, ascending, page } = view;
  const order = `${ascending ? "" : "-"}${sort}`;
  return {
    ...(search && { q: search }),
    ...Object.fromEntries(filterNames.map((name) => [name, view[name]]).filter(([, value]) => value)),
    ...(order !== defaultOrder && { sort: order }),
    ...(page > 1 && { page: String(page) }),
  };
}
