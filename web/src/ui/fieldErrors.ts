// What is wrong with the fields of a form, by their names: each control says its own beside itself.

import { createContext, use } from "react";

export const FieldErrors = createContext<ReadonlyMap<string, string>>(new Map());

export function useFieldError(name: string | undefined): string | undefined {
  return use(FieldErrors).get(name ?? "");
}
