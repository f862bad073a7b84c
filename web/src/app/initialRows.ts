// The rows that the server put into the page.
import { seedCache } from "@/data/publicRead";
import { revalidatePage } from "./revalidatePage";

type Arrived = { version: string; rows: Record<string, unknown[]> };

/** Call before the first render. */
export function takeInitialRows(): void {
  const text = document.getElementById("tapis-rows")?.textContent;
  if (!text) return;
  const { version, rows } = JSON.parse(text) as Arrived;
  seedCache(rows);
  if (Object.keys(rows).length > 0) revalidatePage(version);
}
