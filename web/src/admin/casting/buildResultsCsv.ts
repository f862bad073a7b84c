// What became of an event for a spreadsheet: a line per registrant.

import type { CastingResult } from "@/data/tables";
import { formatShopTime } from "@/lib/dates";
import type { AdminMessages } from "@/messages/admin";

type Words = Pick<AdminMessages, "announcements" | "casting">;

export function buildResultsCsv(results: readonly CastingResult[], a: Words): string[][] {
  const said = (answer: CastingResult["selection"]) => answer && a.announcements[answer];
  const lines = results.map((one) => [
    ...[one.number, one.name, said(one.selection), said(one.result), one.selection_score, one.result_score],
    ...[one.jurors, one.days_attended, one.first_entry && formatShopTime(one.first_entry)],
  ]);
  return [a.casting.resultColumns, ...lines.map((line) => line.map((value) => String(value ?? "")))];
}
