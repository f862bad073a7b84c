import { expect, test } from "vitest";
import { formatRupiah } from "./money";

test.each([
  [0, "Rp. 0"],
  [950, "Rp. 950"],
  [150_000, "Rp. 150.000"],
  [12_345_678_901, "Rp. 12.345.678.901"],
])("P8 %d rupiah read %s", (amount, words) => {
  expect(formatRupiah(amount)).toBe(words);
});
