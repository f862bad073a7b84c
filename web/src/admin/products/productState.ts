// Whether a product is published, as a value that is filtered by and set from the list.

import type { Product } from "@/data/tables";
import type { Choice } from "../kit/resource";

type State = "false" | "true";

export const productState: Choice<Product> = {
  field: "hidden",
  values: ["false", "true"],
  of: ({ hidden }) => String(hidden),
  word: (value, a) => a.products.states[value as State],
  tone: (value) => (value === "true" ? "amber" : "green"),
  stored: (value) => value === "true",
};
