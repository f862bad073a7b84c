import { expect, test } from "vitest";
import { formatPeriod, getPeriodsUntil, sumByPeriod } from "./periods";

const newYear = new Date("2026-12-31T18:00:00Z");

test("Y10 days and months end with the shop's own today, whatever the year", () => {
  const days = getPeriodsUntil(newYear, "day");
  expect([days.length, days[0], days.at(-2), days.at(-1)]).toEqual([30, "2026-12-03", "2026-12-31", "2027-01-01"]);
  const months = getPeriodsUntil(newYear, "month");
  expect([months.length, months[0], months.at(-1)]).toEqual([12, "2026-02", "2027-01"]);
});

test("Y10 each day's figures fall into their day and their month, and the others count nothing", () => {
  const rows = [
    { day: "2026-12-31", orders: 2 },
    { day: "2026-12-03", orders: 3 },
    { day: "2026-11-30", orders: 9 },
  ];
  expect(sumByPeriod(["2026-11", "2026-12", "2027-01"], rows, ({ orders }) => orders)).toEqual([9, 5, 0]);
  expect(sumByPeriod(["2026-12-30", "2026-12-31"], rows, ({ orders }) => orders)).toEqual([0, 2]);
});

test("Y10 a period is named in the reader's language", () => {
  expect(formatPeriod("2026-08", "id")).toBe("Agu 2026");
  expect(formatPeriod("2026-08-17", "en")).toBe("Aug 17");
});
