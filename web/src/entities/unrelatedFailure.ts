// Failures unrelated to the entries: the form keeps them, to be submitted again.

import { isNetworkError } from "@/lib/networkErrors";
import { isNonEmptyString, stringOr, toFields } from "@/lib/typeGuards";
import { PriceChangedError } from "./priceChangedError";

/** An expired token or a busy server. */
const UNRELATED_STATUSES: readonly unknown[] = [401, 429, 503];
/** The same, for clients that pass on only the body: PostgREST codes and PostgreSQL's connection, resource and timeout errors. */
const UNRELATED_CODES = /^(PGRST30[13]|PT401|PT429|PT503|PGRST00[03]|08...|53...|57014)$/;
const CONFLICT_HINTS = ["price_moved", "amount_moved"];

/** Network error, busy server, expired session or changed price; of an AggregateError, all must be. */
export function isErrorUnrelatedToEntries(failure: unknown): boolean {
  if (failure instanceof AggregateError) return failure.errors.every(isErrorUnrelatedToEntries);
  const { status, code, hint, cause } = toFields(failure);
  return (
    isNetworkError(failure) ||
    failure instanceof PriceChangedError ||
    CONFLICT_HINTS.includes(stringOr(hint, "")) ||
    UNRELATED_STATUSES.includes(status) ||
    UNRELATED_CODES.test(stringOr(code, "")) ||
    (cause !== undefined && isErrorUnrelatedToEntries(cause))
  );
}

/** Whether the backend has refused the entries themselves: sent again, they would be refused again. */
export function isRefusal(failure: unknown): boolean {
  return isNonEmptyString(toFields(failure).code) && !isErrorUnrelatedToEntries(failure);
}
