// The example rows of the tests (tests/example_rows.py), with pictures in the folders that the database declares.
import { pictureColumns } from "../src/data/rows.generated.ts";
import { png } from "./pictures.ts";
import type { Account, Shop } from "./shop.ts";

type Place = { column: string; folder: string; isList?: true };

/** A valid row of a table, which belongs to this person where the table's rows are somebody's. */
export async function exampleRow(shop: Shop, table: string, owner: Account): Promise<Record<string, unknown>> {
  const row = await shop.exampleRow(table, owner);
  const declared: Partial<Record<string, Record<string, Place>>> = pictureColumns;
  for (const { column, folder, isList } of Object.values(declared[table] ?? {})) {
    if (!isList) row[column] = await shop.store(folder, png(300, 400));
  }
  return row;
}
