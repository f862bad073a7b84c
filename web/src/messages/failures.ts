// What a person reads when something failed: the backend's own words, or ours where the backend never answered.
// A reader of another language has the usual refusals explained in it, in a line above.
import { isAbortError, isNetworkError } from "@/lib/networkErrors";
import { isNonEmptyString, toFields } from "@/lib/typeGuards";
import type { Messages } from ".";
import { refusals, refusalsWithoutNumber } from "./refusals.id";

export function formatError(failure: unknown, m: Messages): string {
  if (isAbortError(failure)) return m.failures.cancelled;
  if (isNetworkError(failure)) return m.failures.unreachable;
  const { message, hint, code, name } = toFields(failure);
  if (!isNonEmptyString(message)) return m.failures.unexpected;
  const number = message.match(/\d+/)?.[0];
  const sentence =
    m.language === "id" &&
    [hint, code, isNonEmptyString(code) && code.slice(0, 2), name]
      .filter(isNonEmptyString)
      .map((key) => (number === undefined && refusalsWithoutNumber[key]) || refusals[key])
      .find(isNonEmptyString);
  return sentence ? `${sentence.replace("#", number ?? "")}\n${message}` : message;
}

/** One sentence each where several things failed together, such as two pictures. */
export function formatErrors(failure: unknown, m: Messages): string[] {
  const failures: unknown[] = failure instanceof AggregateError ? failure.errors : [failure];
  return failures.map((each) => formatError(each, m));
}
