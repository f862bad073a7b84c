// Y4: the cart's size and stock messages, as a pure function.
import { expect, test } from "vitest";
import type { CartLine } from "@/data/cart";
import type { ProductSize } from "@/data/tables";
import { getLineAvailability } from "./availability";

const line: CartLine = {
  uuid: "kebaya",
  heading: "Kebaya",
  price: 2_450_000,
  category: "Kain",
  image: { filename: "kain.jpg", title: "kain", url: "/kain.jpg" },
  checked: true,
  quantity_to_buy: 3,
  inserted_at: "2026-01-02T00:00:00.000Z",
};
const sizes = [
  { size: "M", stock: 2 },
  { size: "L", stock: 3 },
  { size: "XL", stock: null },
];

test.each([
  ["without a size where there are sizes", undefined, sizes, "sizeMissing", null],
  ["in a size that is gone", "S", sizes, "sizeGone", null],
  ["of more than is left", "M", sizes, "tooMany", 2],
  ["of as many as are left", "L", sizes, null, 3],
  ["in a size that nobody counts", "XL", sizes, null, null],
  ["of a product without sizes and stock", undefined, [], null, null],
  ["of a product whose sizes are gone", "M", [], "sizeGone", null],
  ["of a product that is counted and has no sizes", undefined, [{ size: "", stock: 0 }], "tooMany", 0],
] satisfies [string, string | undefined, ProductSize[], string | null, number | null][])(
  "Y4 a line %s",
  (_, size, all, problem, left) => {
    expect(getLineAvailability({ ...line, ...(size && { size }) }, all)).toMatchObject({ problem, left });
  },
);
