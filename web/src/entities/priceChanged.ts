// A price that is another than its buyer was shown.

import { fieldsOf } from "@/lib/typeGuards";
import { SubmissionError } from "./submissionError";

/** Found by the page, before anything is sent. */
export class PriceChangedError extends SubmissionError {}

/** Found by the page or by the database. */
export function isPriceChanged(failure: unknown): boolean {
  return failure instanceof PriceChangedError || fieldsOf(failure).hint === "price_moved";
}
