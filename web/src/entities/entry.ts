// Reads the entries of small forms without validation.

import type { Checked } from "./useSubmission";

export const singleEntry =
  (name: string) =>
  (entered: FormData): Checked<string> => ({ values: textEntry(entered, name) });

/** The input to focus after a failure. */
export function firstEmptyInput(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.querySelectorAll("input")].find((input) => input.value === "");
}

export function textEntry(entered: FormData, name: string): string {
  return String(entered.get(name) ?? "");
}
