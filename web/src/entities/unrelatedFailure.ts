// Failures that say nothing about what was entered: the form is left as it is, to be sent once more.

import { isNetworkError } from "@/lib/networkErrors";
import { fieldsOf, textOr } from "@/lib/typeGuards";
import { PriceChangedError } from "./priceChanged";

/** A token that counts no more, or a busy server. */
const UNRELATED_STATUSES: readonly unknown[] = [401, 429, 503];
/** The same where a client hands on the body alone: PostgREST's codes, and PostgreSQL's of connections and resources. */
const UNRELATED_CODES = /^(PGRST30[13]|PT401|PT429|PT503|PGRST00[03]|08...|53...)$/;
const CONFLICT_HINTS = ["price_moved", "amount_moved"];

/** No network, a busy server, an ended session, or a price that moved; of several failures, each is one of these. */
export function isUnrelatedToEntries(failure: unknown): boolean {
  if (failure instanceof AggregateError) return failure.errors.every(isUnrelatedToEntries);
  const { status, code, hint, cause } = fieldsOf(failure);
  return (
    isNetworkError(failure) ||
    failure instanceof PriceChangedError ||
    CONFLICT_HINTS.includes(textOr(hint, "")) ||
    UNRELATED_STATUSES.includes(status) ||
    UNRELATED_CODES.test(textOr(code, "")) ||
    (cause !== undefined && isUnrelatedToEntries(cause))
  );
}
