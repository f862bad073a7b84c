// C1, C3: the cart's operations, as pure functions.
import { describe, expect, test } from "vitest";
import type { CartLine } from "@/data/cart";
import type { Product } from "@/data/tables";
import { addCartLine, clampQuantity, createCartLine } from "./addingToCart";
import { findPriceChanges, getCheckedLines, getLinesTotal, sortNewestFirst } from "./cart";

const image = { filename: "kain.jpg", title: "kain", url: "/kain.jpg" };
const written = "2026-01-01T00:00:00Z";
const kebaya: Product = {
  uuid: "kebaya",
  heading: "Kebaya",
  sub_heading: "Silk",
  category: "Kain",
  description: null,
  price: 2_450_000,
  image,
  sizes: [],
  pictures: [],
  weight: null,
  hidden: false,
  price_before: null,
  few_from: null,
  translations: {},
  created_at: written,
  updated_at: written,
};
const line: CartLine = {
  uuid: "kebaya",
  heading: "Kebaya",
  price: 2_450_000,
  category: "Kain",
  image,
  checked: true,
  quantity_to_buy: 2,
  inserted_at: "2026-01-02T00:00:00.000Z",
};
const now = new Date("2026-02-03T04:05:06.000Z");

describe("C1 a product put into the cart", () => {
  test("is a new line of one, unchecked, with nothing the cart does not need", () => {
    const added = { ...line, checked: false, quantity_to_buy: 1, inserted_at: "2026-02-03T04:05:06.000Z" };
    expect(addCartLine([], createCartLine(kebaya, undefined, now))).toEqual([added]);
  });

  test("that is there already counts one more and is unchecked; the others stay as they are", () => {
    const other = { ...line, uuid: "other" };
    expect(addCartLine([other, line], createCartLine(kebaya, undefined, now))).toEqual([
      other,
      { ...line, checked: false, quantity_to_buy: 3 },
    ]);
  });

  test("in another size is another line", () => {
    const [inL, inM] = addCartLine([createCartLine(kebaya, "M", now)], createCartLine(kebaya, "L", now));
    expect([inL?.size, inM?.size]).toEqual(["L", "M"]);
    expect(addCartLine([{ ...line, size: "M" }], createCartLine(kebaya, "M", now))).toMatchObject([
      { size: "M", quantity_to_buy: 3 },
    ]);
  });

  test("is never counted past 999", () => {
    expect(addCartLine([{ ...line, quantity_to_buy: 999 }], createCartLine(kebaya, undefined, now))).toMatchObject([
      { quantity_to_buy: 999 },
    ]);
  });
});

test.each([
  [3, 3],
  [2.9, 2],
  [0, 0],
  [-4, 0],
  [5_000, 999],
  [Number.NaN, 0],
])("C3 a typed quantity of %d counts as %d", (typed, counted) => {
  expect(clampQuantity(typed)).toBe(counted);
});

test("C3 the newest line comes first, and sorting leaves the stored order alone", () => {
  const older = { ...line, uuid: "older", inserted_at: "2025-12-31T23:59:59.000Z" };
  const lines = [older, line];
  expect(sortNewestFirst(lines)).toEqual([line, older]);
  expect(lines).toEqual([older, line]);
});

test("C5 the total is the sum of what is checked", () => {
  expect(
    getLinesTotal(getCheckedLines([line, { ...line, checked: false }, { ...line, price: 1, quantity_to_buy: 999 }])),
  ).toBe(4_900_999);
});

test("a price has moved only where the shop names another one; what is gone has no price", () => {
  const gone = { ...line, uuid: "gone" };
  const same = { ...line, uuid: "same" };
  const moved = findPriceChanges(
    [line, gone, same],
    [
      { uuid: "kebaya", price: 2_500_000 },
      { uuid: "same", price: 2_450_000 },
    ],
  );
  expect(moved).toEqual([{ uuid: "kebaya", heading: "Kebaya", before: 2_450_000, now: 2_500_000 }]);
});
