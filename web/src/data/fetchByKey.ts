// Reads all rows in pages: the server caps one answer.

import { toFields } from "@/lib/typeGuards";

/** The cap of the shop's own server, and of a hosted one by default, which may be lower. */
const PAGE_SIZE = 1_000;
/** The code of a response that is larger than the server allows. */
const TOO_LARGE = "54000";

/** The part of the client's queries that paging needs. */
interface Query {
  gt(column: string, value: unknown): Query;
  order(column: string): Query;
  limit(count: number): Query;
  setHeader(name: string, value: string): Query;
  throwOnError(): PromiseLike<{ data: unknown; count: number | null }>;
}

/**
 * All rows, in ascending order of a column that no two of them share. Each page starts after the last row's key: with
 * offsets, or ordered by what changes, a row would be skipped when another is deleted or changed between two pages. The
 * last page is known by the count of what is left.
 */
export async function fetchByKey<Key extends string, Row extends Record<Key, number | string>>(
  key: Key,
  createQuery: () => Query,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const query = last ? createQuery().gt(key, last[key]) : createQuery();
    const { data, count } = await fetchPage(query.order(key).setHeader("Prefer", "count=exact"));
    const page = data as Row[];
    rows.push(...page);
    if (page.length === 0 || page.length === count) return rows;
  }
}

/** The next rows: as many as the cap, or fewer if they are too large. */
async function fetchPage(query: Query, limit = PAGE_SIZE): Promise<{ data: unknown; count: number | null }> {
  try {
    return await query.limit(limit).throwOnError();
  } catch (failure) {
    if (toFields(failure).code !== TOO_LARGE || limit === 1) throw failure;
    return fetchPage(query, Math.ceil(limit / 2));
  }
}
