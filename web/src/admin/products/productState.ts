// A product's publication state, filterable and settable from the list.

import type { Product } from "@/data/tables";
import type { Choice } from "../kit/resource";

type State = "false" | "true";

export const productState: Choice<Product> = {
  field: "hidden",
  values: ["false", "true"],
  valueOf: ({ hidden }) => String(hidden),
  label: (value, a) => a.products.states[value as State],
  tone: (value) => (value === "true" ? "amber" : "green"),
  toStored: (value) => value === "true",
};
