// The rows that the server put into the page.
import { takeRows } from "@/data/publicRead";
import { checkFreshness } from "./freshness";

type Arrived = { version: string; rows: Record<string, unknown[]> };

/** Takes them before the first draw. */
export function takeArrivedRows(): void {
  const text = document.getElementById("tapis-rows")?.textContent;
  if (!text) return;
  const { version, rows } = JSON.parse(text) as Arrived;
  takeRows(rows);
  checkFreshness(version);
}
