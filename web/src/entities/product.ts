// A product of the shop, as it is entered.

import * as v from "valibot";
import type { ProductSize } from "@/data/tables";
import { readWholeNumber } from "@/lib/numbers";
import { fieldsOf, textOr } from "@/lib/typeGuards";
import { optionalWeight } from "./deliveryWayForm";
import type { Rules } from "./formRules";
import { isImage } from "./imageFile";

const MOST_IN_STOCK = 999_999;

export function productForm(is: Rules) {
  return v.object({
    ...is.record(),
    heading: is.text("heading"),
    sub_heading: is.text("sub_heading"),
    category: is.text("category"),
    image: is.picture("image"),
    price: is.amount("price"),
    description: is.anyText(),
    weight: optionalWeight(is),
    sizes: v.optional(sizesForm(is.sizes)),
    pictures: v.optional(picturesForm(is.notAnImage("pictures"))),
  });
}

export interface SizeRefusals {
  unnamed: string;
  twice: string;
  stock: string;
}

/** A single line may do without a name: then the product itself is counted. A line without anything is none. */
function sizesForm(refusals: SizeRefusals) {
  return v.pipe(
    v.string(),
    v.parseJson(),
    v.transform((lines) => (lines as unknown[]).map(sizeIn).filter(({ size, stock }) => size !== "" || stock !== null)),
    v.check((sizes) => sizes.length < 2 || sizes.every(({ size }) => size !== ""), refusals.unnamed),
    v.check((sizes) => new Set(sizes.map(({ size }) => size.toLowerCase())).size === sizes.length, refusals.twice),
    v.check((sizes) => sizes.every(({ stock }) => stock === null || isStock(stock)), refusals.stock),
  );
}

/** What is no number becomes one that is refused. `was`: what the database compares it with. */
function sizeIn(line: unknown): ProductSize & { was?: unknown } {
  const { size, stock, was } = fieldsOf(line);
  const typed = textOr(stock, "").trim();
  const read = readWholeNumber(typed);
  const count = typed === "" ? null : typeof read === "number" ? read : Number.NaN;
  return { size: textOr(size, "").trim(), stock: count, ...(was !== undefined && { was }) };
}

function isStock(count: number): boolean {
  return Number.isInteger(count) && count >= 0 && count <= MOST_IN_STOCK;
}

/** The first entry only says that there is a list. */
export function picturesForm(notAnImage: string) {
  return v.pipe(
    v.union([v.string(), v.array(v.union([v.string(), v.file()]))]),
    v.transform((found) => (Array.isArray(found) ? found.slice(1) : [])),
    v.check((found) => found.every((one) => typeof one === "string" || isImage(one)), notAnImage),
    v.transform((found) => found.map((one) => (typeof one === "string" ? (JSON.parse(one) as unknown) : one))),
  );
}
