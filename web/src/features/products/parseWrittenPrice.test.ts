import { expect, test } from "vitest";
import { parseWrittenPrice } from "./parseWrittenPrice";
import { extractPriceDigits } from "./productFilters";

test.each([
  ["500rb", "500000"],
  ["Rp. 500 Ribu", "500000"],
  ["750k", "750000"],
  ["2jt", "2000000"],
  ["1,5 juta", "1500000"],
  ["1.250rb", "1250000"],
  ["150.000,00", "150000"],
  ["Rp150.000,-", "150000"],
  ["1 250 000", "1250000"],
  ["0090", "90"],
  ["murah", ""],
  ["0", ""],
  ["9".repeat(30), "9".repeat(12)],
])("Y32 Anna writes %j as a price, and it is read as she means it", (typed, price) => {
  expect(extractPriceDigits(parseWrittenPrice(typed))).toBe(price);
});
