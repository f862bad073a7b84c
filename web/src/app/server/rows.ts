// The rows of the page that is being rendered, for its preview.
import type { Database } from "@/data/tables";

export type Rows = Record<string, unknown[]>;
type Tables = Database["public"]["Tables"];

/** All rows of a table that the page shows. */
export function rowsOn<Name extends keyof Tables>(rows: Rows, table: Name): Tables[Name]["Row"][] {
  const found = Object.entries(rows).filter(([address]) => address.startsWith(`${table}?`));
  return found.flatMap(([, shown]) => shown as Tables[Name]["Row"][]);
}
