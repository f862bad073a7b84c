// How far a device's clock is from the database's.
import { expect, test } from "vitest";
import { measureClockOffset } from "./door";

test("Y40 a clock that agrees with the database's within the request is left alone", () => {
  expect(measureClockOffset(1_500, 1_000, 2_000)).toBe(0);
});

test("Y40 a clock that is slow is put forward, one that is fast is put back, by no more than is certain", () => {
  expect(measureClockOffset(9_000, 1_000, 2_000)).toBe(7_000);
  expect(measureClockOffset(100, 1_000, 2_000)).toBe(-900);
});
