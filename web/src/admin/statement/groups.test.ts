import { expect, test } from "vitest";
import type { StatementMatch } from "@/data/tables";
import { groupMatches } from "./groups";

const candidate = (name: string | null): StatementMatch => ({
  line_uuid: "line",
  account: "0123",
  booked_on: "2026-11-26",
  amount: 150_000,
  description: "TRF QRIS BANK RIMBA SITI AMINAH 2738",
  kind: "near",
  place: "transactions",
  records: [name ?? "nobody"],
  name,
  due: 150_000,
  day: "2026-11-27",
  state: "waiting",
});

test("of equal candidates Ada reads first the one whose name the bank's line says", () => {
  const names = ["Rima", "Siti Rahma", null, "Siti Aminah", "Ban"];
  const [line] = groupMatches(names.map(candidate)).get("near") ?? [];
  expect(line?.candidates.map(({ name }) => name)).toEqual(["Siti Aminah", "Siti Rahma", "Rima", null, "Ban"]);
});
