// Classifies failures without a response of the backend.
import { isNonEmptyString, toFields } from "@/lib/typeGuards";

/** No response: no network, server unreachable, or request blocked. */
export function isNetworkError(failure: unknown): boolean {
  if (failure instanceof TypeError) return true;
  const { name, status, message, originalError } = toFields(failure);
  if (originalError instanceof TypeError) return true;
  if (name === "AuthRetryableFetchError") return status === 0;
  return isNonEmptyString(message) && /^(TypeError|FetchError|NetworkError): /.test(message);
}

export function isAbortError(failure: unknown): boolean {
  if (failure instanceof AggregateError) return failure.errors.some(isAbortError);
  const { name, originalError } = toFields(failure);
  return name === "AbortError" || toFields(originalError).name === "AbortError";
}
