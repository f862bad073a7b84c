import { expect, test } from "vitest";
import { formatCsv } from "./formatCsv";

test("Z5 a CSV keeps commas, quotes and line breaks in their cells", () => {
  expect(
    formatCsv([
      ["Name", "Words"],
      ['a "b"', "one, two\nthree"],
    ]),
  ).toBe('"Name","Words"\r\n"a ""b""","one, two\nthree"\r\n');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "＠SUM(A1)"])(
  "Z5 %j is text in a spreadsheet, not a formula",
  (text) => {
    expect(formatCsv([[text]])).toMatch(/^"'/);
  },
);

test.each(["a;=1+1", "a\t+1", "a\n-1", "a\r\n@SUM(A1)", "a; =1", ";=1;=2"])(
  "Z5 %j is text for a reader who splits cells elsewhere, too",
  (text) => {
    const cell = formatCsv([[text]]);
    expect(cell).not.toMatch(/[;\t\r\n]\s*[=+\-@]/);
    expect(cell.trimEnd().slice(1, -1).replaceAll("'", "")).toBe(text);
  },
);

test("Z5 every cell is quoted, also one without anything special", () => {
  expect(formatCsv([["850000", ""]])).toBe('"850000",""\r\n');
});
