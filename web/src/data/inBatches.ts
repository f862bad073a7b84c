// Long lists of IDs, asked for in parts that fit into an address.

const AT_ONCE = 100;

export async function inBatches<Row>(
  ids: readonly string[],
  read: (part: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) rows.push(...(await read(ids.slice(from, from + AT_ONCE))));
  return rows;
}
