// Long lists of IDs, asked for in parts that fit into an address.

const BATCH_SIZE = 100;

export async function inBatches<Row>(
  ids: readonly string[],
  read: (batch: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += BATCH_SIZE)
    rows.push(...(await read(ids.slice(from, from + BATCH_SIZE))));
  return rows;
}
