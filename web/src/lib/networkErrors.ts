// How a request failed, where no answer of the backend says so.
import { fieldsOf, isText } from "@/lib/typeGuards";

/** Nothing arrived at the backend, or nothing came back: no network, no server, a blocked request. */
export function isNetworkError(failure: unknown): boolean {
  if (failure instanceof TypeError) return true;
  const { name, status, message, originalError } = fieldsOf(failure);
  if (originalError instanceof TypeError) return true;
  if (name === "AuthRetryableFetchError") return status === 0;
  return isText(message) && /^(TypeError|FetchError|NetworkError): /.test(message);
}

export function isAbortError(failure: unknown): boolean {
  if (failure instanceof AggregateError) return failure.errors.some(isAbortError);
  const { name, originalError } = fieldsOf(failure);
  return name === "AbortError" || fieldsOf(originalError).name === "AbortError";
}
