// Errors for a price that differs from the one the buyer was shown.

import { toFields } from "@/lib/typeGuards";
import { SubmissionError } from "./submissionError";

/** Detected by the page, before anything is sent. */
export class PriceChangedError extends SubmissionError {}

/** Detected by the page or by the database. */
export function isPriceChangedError(failure: unknown): boolean {
  return failure instanceof PriceChangedError || toFields(failure).hint === "price_moved";
}
