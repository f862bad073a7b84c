// Reads all rows in pages: the server caps one answer.

/** The cap of the shop's own server, and of a hosted one by default. */
const PAGE_SIZE = 1_000;

/** The part of the client's queries that paging needs. */
interface Query {
  gt(column: string, value: unknown): Query;
  order(column: string): Query;
  limit(count: number): Query;
  throwOnError(): PromiseLike<{ data: unknown }>;
}

/**
 * All rows, in ascending order of a column that no two of them share. Each page starts after the last row's key: with
 * offsets, a row would be skipped when another is deleted between two pages.
 */
export async function fetchByKey<Key extends string, Row extends Record<Key, number | string>>(
  key: Key,
  createQuery: () => Query,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const query = last ? createQuery().gt(key, last[key]) : createQuery();
    const page = (await query.order(key).limit(PAGE_SIZE).throwOnError()).data as Row[];
    rows.push(...page);
    if (page.length < PAGE_SIZE) return rows;
  }
}
