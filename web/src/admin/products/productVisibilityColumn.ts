// A product's publication state, filterable and settable from the list.

import type { Product } from "@/data/tables";
import type { ChoiceColumn } from "../kit/resource";

type State = "false" | "true";

export const productVisibilityColumn: ChoiceColumn<Product> = {
  field: "hidden",
  values: ["false", "true"],
  valueOf: ({ hidden }) => String(hidden),
  label: (value, a) => a.products.states[value as State],
  tone: (value) => (value === "true" ? "amber" : "green"),
  toStored: (value) => value === "true",
};
