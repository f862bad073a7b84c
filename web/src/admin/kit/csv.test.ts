import { expect, test } from "vitest";
import { csv } from "./csv";

test("Z5 a CSV keeps commas, quotes and line breaks in their cells", () => {
  expect(
    csv([
      ["Name", "Words"],
      ['a "b"', "one, two\nthree"],
    ]),
  ).toBe('Name,Words\r\n"a ""b""","one, two\nthree"\r\n');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("Z5 %j is text in a spreadsheet, not a formula", (text) => {
  expect(csv([[text]])).toMatch(/^"?'/);
});
