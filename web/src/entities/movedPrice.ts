// A price that is another than its buyer was shown.

import { fieldsOf } from "@/lib/typeGuards";
import { Refusal } from "./refusal";

/** Found by the page, before anything is sent. */
export class MovedPrice extends Refusal {}

/** Found by the page or by the database. */
export function isMovedPrice(failure: unknown): boolean {
  return failure instanceof MovedPrice || fieldsOf(failure).hint === "price_moved";
}
