// Form schema of a product.

import * as v from "valibot";
import type { ProductSize } from "@/data/tables";
import { parseWholeNumber } from "@/lib/numbers";
import { stringOr, toFields } from "@/lib/typeGuards";
import type { FormRules } from "./createFormRules";
import { optionalWeightSchema } from "./deliveryMethodSchema";
import { isImageFile } from "./imageFileSchema";

const MAX_STOCK = 999_999;

export function productSchema(rules: FormRules) {
  const entries = v.object({
    ...rules.record(),
    heading: rules.text("heading"),
    sub_heading: rules.text("sub_heading"),
    category: rules.text("category"),
    image: rules.picture("image"),
    ...priceForm(rules),
    hidden: hiddenForm,
    few_from: rules.optionalWhole("few_from", 0, MAX_STOCK),
    description: rules.anyText(),
    weight: optionalWeightSchema(rules),
    pictures: v.optional(picturesSchema(rules.notAnImage("pictures"))),
  });
  return v.pipe(entries, checkReduction(rules));
}

/** Price and stock only, for editing in the list. */
export function priceAndStockSchema(rules: FormRules) {
  return v.pipe(v.object({ ...rules.record(), ...priceForm(rules) }), checkReduction(rules));
}

function priceForm(rules: FormRules) {
  return {
    price: rules.amount("price"),
    price_before: rules.optionalAmount("price_before"),
    sizes: v.optional(sizesForm(rules.sizes)),
  };
}

/** Rejects a previous price that isn't higher; the issue is reported on its field. */
function checkReduction<Reduced extends { price: number; price_before: unknown }>(rules: FormRules) {
  return v.rawCheck<Reduced>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { price, price_before: value } = dataset.value;
    if (typeof value !== "number" || value > price) return;
    const path = { type: "object", origin: "value", input: { ...dataset.value }, key: "price_before", value } as const;
    addIssue({ message: rules.priceBeforeTooLow, path: [path] });
  });
}

const hiddenForm = v.pipe(
  v.optional(v.string(), "false"),
  v.transform((value) => value === "true"),
);

interface SizeErrorMessages {
  unnamed: string;
  twice: string;
  stock: string;
}

/** A single line may be unnamed: then the product itself is counted. Empty lines are ignored. */
function sizesForm(refusals: SizeErrorMessages) {
  return v.pipe(
    v.string(),
    v.parseJson(),
    v.transform((lines) =>
      (lines as unknown[]).map(parseSize).filter(({ size, stock }) => size !== "" || stock !== null),
    ),
    v.check((sizes) => sizes.length < 2 || sizes.every(({ size }) => size !== ""), refusals.unnamed),
    v.check((sizes) => new Set(sizes.map(({ size }) => size.toLowerCase())).size === sizes.length, refusals.twice),
    v.check((sizes) => sizes.every(({ stock }) => stock === null || isStock(stock)), refusals.stock),
  );
}

/** Unparsable stock becomes NaN, which is refused. `was`: the value the database compares with (optimistic concurrency). */
function parseSize(line: unknown): ProductSize & { was?: unknown } {
  const { size, stock, was } = toFields(line);
  const typed = stringOr(stock, "").trim();
  const read = parseWholeNumber(typed);
  const count = typed === "" ? null : typeof read === "number" ? read : Number.NaN;
  return { size: stringOr(size, "").trim(), stock: count, ...(was !== undefined && { was }) };
}

function isStock(count: number): boolean {
  return Number.isInteger(count) && count >= 0 && count <= MAX_STOCK;
}

/** The first entry only marks the list as present. */
export function picturesSchema(notAnImage: string) {
  return v.pipe(
    v.union([v.string(), v.array(v.union([v.string(), v.file()]))]),
    v.transform((found) => (Array.isArray(found) ? found.slice(1) : [])),
    v.check((found) => found.every((one) => typeof one === "string" || isImageFile(one)), notAnImage),
    v.transform((found) => found.map((one) => (typeof one === "string" ? (JSON.parse(one) as unknown) : one))),
  );
}
