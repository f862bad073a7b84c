// The validation errors of a form by field name; each control shows its own.

import { createContext, use } from "react";

export const FieldErrors = createContext<ReadonlyMap<string, string>>(new Map());

export function useFieldError(name: string | undefined): string | undefined {
  return use(FieldErrors).get(name ?? "");
}
