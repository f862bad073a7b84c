import { expect, test, vi } from "vitest";
import {
  formatDateTime,
  formatDateTimeWithSeconds,
  formatDay,
  formatShopTime,
  formatTimeAgo,
  parseShopTime,
} from "./dates";
import { formatLongDateTime, formatLongDay } from "./spokenDates";

test.each(["UTC", "America/New_York", "Pacific/Kiritimati"])(
  "M10 a moment shows in UTC+7 for a browser in %s",
  (zone) => {
    vi.stubEnv("TZ", zone);
    expect(formatDateTimeWithSeconds("2026-11-21T18:05:09.123+00:00", "en")).toBe(
      "Sunday, November 22, 2026 at 01:05:09",
    );
    expect(formatDateTimeWithSeconds("2026-11-21T18:05:09.123+00:00", "id")).toBe(
      "Minggu, 22 November 2026 pukul 01.05 WIB",
    );
    expect(formatShopTime("2026-11-21T18:05:09.123+00:00")).toBe("2026-11-22T01:05:09");
    expect(parseShopTime("2026-11-22T01:05")).toBe("2026-11-21T18:05:00.000Z");
  },
);

test("M10 midnight is 00, not 24", () => {
  expect(formatDateTimeWithSeconds("2026-01-01T17:00:00Z", "en")).toBe("Friday, January 2, 2026 at 00:00:00");
});

test.each([null, undefined, "", "yesterday"])("L1 %s is no moment and shows as -", (moment) => {
  expect(formatDateTimeWithSeconds(moment, "en")).toBe("-");
  expect(formatShopTime(moment)).toBe("");
});

test("M7 an empty time is stored as none", () => {
  expect(parseShopTime("")).toBeNull();
  expect(parseShopTime("soon")).toBeNull();
});

test("M7 what is entered comes back as entered", () => {
  expect(formatShopTime(parseShopTime("2026-02-28T23:59:30"))).toBe("2026-02-28T23:59:30");
});

test("M10 a day is the same day in every zone", () => {
  expect(formatDay("2026-11-21", "en")).toBe("Saturday, November 21, 2026");
  expect(formatDay(null, "en")).toBe("-");
  expect(formatDay("soon", "en")).toBe("-");
});

test("Y9 a moment in words is the shop's time, in the reader's language", () => {
  expect(formatDateTime("2026-11-21T18:05:09Z", "en")).toBe("Sunday, November 22, 2026 at 01:05");
  expect(formatDateTime("2026-11-21T17:00:00Z", "id")).toBe("Minggu, 22 November 2026 pukul 00.00 WIB");
  expect(formatDateTime(null, "id")).toBe("-");
});

test.each([
  ["en", "Sunday, November 22, 2026", " at 01:05 WIB"],
  ["id", "Minggu, 22 November 2026", " pukul 01.05 WIB"],
] as const)("M10 Y9 a day is written in one way wherever it shows, in %s", (language, day, clock) => {
  expect(formatLongDay("2026-11-22", language)).toBe(day);
  expect(formatDay("2026-11-22", language)).toBe(day);
  expect(formatLongDateTime("2026-11-21T18:05:09Z", language)).toBe(day + clock);
  expect(day + clock).toContain(formatDateTime("2026-11-21T18:05:09Z", language));
});

test.each([
  ["2026-11-21T11:59:40Z", "0 minutes ago", "0 menit yang lalu"],
  ["2026-11-21T11:01:00Z", "59 minutes ago", "59 menit yang lalu"],
  ["2026-11-21T06:00:00Z", "6 hours ago", "6 jam yang lalu"],
  ["2026-11-19T12:00:00Z", "2 days ago", "2 hari yang lalu"],
])("Y29 %s is said as how long ago it was", (moment, en, id) => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  expect(formatTimeAgo(moment, "en", now)).toBe(en);
  expect(formatTimeAgo(moment, "id", now)).toBe(id);
});

test("Z1 no number and no day is written as the browser's own language has it", () => {
  const sources = import.meta.glob<string>("../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
  const inNoLanguage = /\.toLocale\w+\(\)|Intl\.\w+\(\)/;
  expect(Object.keys(sources).filter((file) => inNoLanguage.test(sources[file] ?? ""))).toEqual([]);
});
