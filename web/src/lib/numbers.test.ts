import { expect, test } from "vitest";
import { parseAccountNumber, parseRupiah, parseWholeNumber } from "./numbers";

test.each([
  ["850000", 850_000],
  ["850.000", 850_000],
  ["850,000", 850_000],
  ["850 000", 850_000],
  ["Rp 1.250.000", 1_250_000],
  ["Rp. 1.250.000", 1_250_000],
  ["rp1.250.000", 1_250_000],
  ["IDR 1,250,000", 1_250_000],
  ["1,250,000", 1_250_000],
  [" 1\u00a0250\u00a0000 ", 1_250_000],
  ["850.000,00", 850_000],
  ["1,250,000.00", 1_250_000],
  ["850000,00", 850_000],
  ["Rp 850.000,-", 850_000],
  ["1.000", 1_000],
  ["950", 950],
  ["0", 0],
])("Y1 a price of %j is %d rupiah", (typed, amount) => {
  expect(parseRupiah(typed)).toBe(amount);
});

test.each([
  "850,5",
  "1.25",
  "850.00",
  "850,00",
  "850.000,50",
  "850.000.00",
  "1.250,000",
  "1.250.00",
  "0.500",
  "1250.000",
  "12 50",
  "850.",
  "850rb",
  "1,25 jt",
  "1e6",
  "0x10",
  "Rp",
  "$ 850",
  "8५0",
])("Y1 a price of %j is refused, not guessed", (typed) => {
  expect(parseRupiah(typed)).toBe("unclear");
});

test.each(["-850.000", "Rp -5", "−3.5"])("Y1 %j is negative", (typed) => {
  expect(parseRupiah(typed)).toBe("negative");
});

test.each([
  ["51", 51],
  [" 051 ", 51],
  ["51,5", "unclear"],
  ["51.5", "unclear"],
  ["51.500", "unclear"],
  ["1e9", "unclear"],
  ["", "unclear"],
  ["-3.5", "negative"],
])("Y1 a measure of %j is read as %s", (typed, read) => {
  expect(parseWholeNumber(typed)).toBe(read);
});

test.each([
  ["1234567890", "1234567890"],
  [" 0000  1234 ", "0000 1234"],
  ["1234-567.890", "1234 567 890"],
  ["BCA 123", undefined],
  ["-", undefined],
  ["", undefined],
])("Y28 an account number of %j is read as %s", (typed, read) => {
  expect(parseAccountNumber(typed)).toBe(read);
});
