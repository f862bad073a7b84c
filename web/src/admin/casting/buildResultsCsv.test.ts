import { expect, test } from "vitest";
import { messages as en } from "@/messages/admin.en";
import { messages as id } from "@/messages/admin.id";
import { buildResultsCsv } from "./buildResultsCsv";

const scores = { selection_score: 4, result_score: null, jurors: 1, days_attended: 2, first_entry: null };
const results = [{ number: 1, name: null, selection: "accepted" as const, result: "declined" as const, ...scores }];

test.each([
  [en, "Selection", ["1", "", "Accepted", "Declined", "4", "", "1", "2", ""]],
  [id, "Seleksi", ["1", "", "Lolos", "Belum lolos", "4", "", "1", "2", ""]],
])("Y33 Y42 the file of scores speaks one language", (words, heading, line) => {
  const [headings, ...lines] = buildResultsCsv(results, words);
  expect(headings?.[2]).toBe(heading);
  expect(lines).toEqual([line]);
});
