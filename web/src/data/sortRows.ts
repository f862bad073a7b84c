// Rows in the order in which the database lists them: by one column, then by their keys.

type Keyed = { uuid: string };

/** Texts by their code points, as the shop's database compares them; what is empty comes after everything else. */
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
