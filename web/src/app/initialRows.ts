// The rows embedded in the server-rendered page.
import { seedReadCache } from "@/data/publicRead";
import { revalidatePage } from "./revalidatePage";

type InitialRows = { version: string; rows: Record<string, unknown[]> };

/** Call before the first render. */
export function takeInitialRows(): void {
  const text = document.getElementById("tapis-rows")?.textContent;
  if (!text) return;
  const { version, rows } = JSON.parse(text) as InitialRows;
  seedReadCache(rows);
  if (Object.keys(rows).length > 0) revalidatePage(version);
}
