import { expect, test } from "vitest";
import { sortTimeBetween, sortTimesAbove } from "./sortTime";

test("Y10 a record moves between its new neighbours, however close they are", () => {
  expect(sortTimeBetween("2026-01-31T00:00:00+00:00", "2026-01-30T00:00:00+00:00")).toBe("2026-01-30T12:00:00.000000Z");
  expect(sortTimeBetween("2026-01-31T00:00:00.000003+00:00", "2026-01-31T00:00:00.000001+00:00")).toBe(
    "2026-01-31T00:00:00.000002Z",
  );
});

test("Y10 the first place is above the first, the last below the last", () => {
  expect(sortTimeBetween(undefined, "2026-01-31T00:00:00+00:00")).toBe("2026-01-31T00:00:01.000000Z");
  expect(sortTimeBetween("2026-01-31T00:00:00.5+00:00", undefined)).toBe("2026-01-30T23:59:59.500000Z");
});

test("Y10 between records of the same moment there is no room; then the upper ones move up", () => {
  const moment = "2026-01-31T00:00:00.000001+00:00";
  expect(sortTimeBetween(moment, moment)).toBeNull();
  expect(sortTimesAbove(moment, 2)).toEqual(["2026-01-31T00:00:02.000001Z", "2026-01-31T00:00:01.000001Z"]);
});
