// A small form without rules: its entries as they were typed.

import type { Checked } from "./useSubmission";

export const singleEntry =
  (name: string) =>
  (entered: FormData): Checked<string> => ({ values: textEntry(entered, name) });

/** Where to go on after a failure. */
export function firstEmptyInput(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.querySelectorAll("input")].find((input) => input.value === "");
}

export function textEntry(entered: FormData, name: string): string {
  return String(entered.get(name) ?? "");
}
