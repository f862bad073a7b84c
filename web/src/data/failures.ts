// What a person reads when something failed: the backend's own words, or ours where the backend never answered.
// A reader of another language has the usual ones explained in it, in a line above.
import { fieldsOf, isText } from "@/lib/untrusted";
import type { Messages } from "@/messages";
import { inIndonesian } from "@/messages/backend.id";

/** Nothing arrived at the backend, or nothing came back: no network, no server, a blocked request. */
export function neverAnswered(failure: unknown): boolean {
  if (failure instanceof TypeError) return true;
  const { name, status, message, originalError } = fieldsOf(failure);
  if (originalError instanceof TypeError) return true;
  if (name === "AuthRetryableFetchError") return status === 0;
  return isText(message) && /^(TypeError|FetchError|NetworkError): /.test(message);
}

export function wasCancelled(failure: unknown): boolean {
  if (failure instanceof AggregateError) return failure.errors.some(wasCancelled);
  const { name, originalError } = fieldsOf(failure);
  return name === "AbortError" || fieldsOf(originalError).name === "AbortError";
}

export function sentenceFor(failure: unknown, m: Messages): string {
  if (wasCancelled(failure)) return m.failures.cancelled;
  if (neverAnswered(failure)) return m.failures.unreachable;
  const { message } = fieldsOf(failure);
  return isText(message) ? explained(message, m) : m.failures.unexpected;
}

function explained(message: string, m: Messages): string {
  const sentence = m.language === "id" && inIndonesian(message);
  return sentence ? `${sentence}\n${message}` : message;
}

/** One sentence each where several things failed together, such as two pictures. */
export function sentencesFor(failure: unknown, m: Messages): string[] {
  const failures: unknown[] = failure instanceof AggregateError ? failure.errors : [failure];
  return failures.map((each) => sentenceFor(each, m));
}
