// A small form without rules: its entries as they were typed.

import type { Checked } from "./useSubmission";

export const entry =
  (name: string) =>
  (entered: FormData): Checked<string> => ({ values: textOf(entered, name) });

/** Where to go on after a failure. */
export function firstEmpty(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.querySelectorAll("input")].find((input) => input.value === "");
}

export function textOf(entered: FormData, name: string): string {
  return String(entered.get(name) ?? "");
}
