// Reads the entries of small forms without validation.

import type { ValidationResult } from "./useSubmission";

export const createSingleFieldReader =
  (name: string) =>
  (entered: FormData): ValidationResult<string> => ({ values: getTextEntry(entered, name) });

/** The input to focus after a failure. */
export function findFirstEmptyInput(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.querySelectorAll("input")].find((input) => input.value === "");
}

export function getTextEntry(entered: FormData, name: string): string {
  return String(entered.get(name) ?? "");
}
