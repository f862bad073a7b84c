// Reads rows for long lists of ids, in batches that fit into a URL.

const BATCH_SIZE = 100;

export async function fetchInBatches<Row>(
  ids: readonly string[],
  read: (batch: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += BATCH_SIZE)
    rows.push(...(await read(ids.slice(from, from + BATCH_SIZE))));
  return rows;
}
