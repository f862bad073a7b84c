import { expect, test } from "vitest";
import { parseDateRange } from "./parseDateRange";

const day = { from: "2026-01-30T17:00:00.000Z", to: "2026-01-31T17:00:00.000Z" };

test.each([
  "January 31, 2026",
  "Saturday, January 31, 2026",
  "Saturday, January 31, 2026 at 07:00:00",
  "Sabtu, 31 Januari 2026 pukul 07.00",
  "31 jan 2026",
  "2026-01-31",
  "31/1/2026",
])("Y10 %j is one day in the shop's time", (typed) => {
  expect(parseDateRange(typed)).toEqual(day);
});

test.each(["August 2026", "Agustus 2026", "agu 2026"])("Y10 %j is a whole month", (typed) => {
  expect(parseDateRange(typed)).toEqual({ from: "2026-07-31T17:00:00.000Z", to: "2026-08-31T17:00:00.000Z" });
});

test.each(["", "January", "2026", "1.250.000", "February 30, 2026", "31/13/2026", "Kain Mei"])(
  "Y10 %j is no date",
  (typed) => {
    expect(parseDateRange(typed)).toBeNull();
  },
);
