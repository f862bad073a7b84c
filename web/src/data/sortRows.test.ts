// Z5: exports and prints of a whole list have the order of the list.
import { expect, test } from "vitest";
import { sortRows } from "./sortRows";

const early = "2026-01-02T03:04:05.5+00:00";
const late = "2026-01-02T03:04:05.51+00:00";

test.each([
  ["moments with fewer digits", early, late],
  ["a second before its half", "2026-01-02T03:04:05+00:00", early],
  ["numbers by their size", 9, 10],
  ["capitals before small letters", "Zebra", "apple"],
  ["nothing after everything", "zz", null],
])("Z5 %s", (_, smaller, larger) => {
  const rows = [
    { uuid: "c", value: larger },
    { uuid: "b", value: smaller },
    { uuid: "a", value: larger },
  ];
  expect(sortRows(rows, "value", true).map(({ uuid }) => uuid)).toEqual(["b", "a", "c"]);
  expect(sortRows(rows, "value", false).map(({ uuid }) => uuid)).toEqual(["a", "c", "b"]);
});
