// Sorts rows as the database does: by one column, then by primary key.

type Keyed = { uuid: string };

/** Texts by code point, as in the shop's database; nulls last. */
export function sortRows<Row extends Keyed>(rows: readonly Row[], column: string, ascending: boolean): Row[] {
  const cell = (row: Row) => (row as Record<string, unknown>)[column];
  const direction = ascending ? 1 : -1;
  return [...rows].sort((a, b) => direction * compare(cell(a), cell(b)) || compare(a.uuid, b.uuid));
}

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return (a as string | number) < (b as string | number) ? -1 : 1;
}
