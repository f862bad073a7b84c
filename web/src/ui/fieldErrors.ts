// The validation errors of a form by field name; each control shows its own.

import { createContext, use } from "react";

export const FieldErrorsContext = createContext<ReadonlyMap<string, string>>(new Map());

export function useFieldError(name: string | undefined): string | undefined {
  return use(FieldErrorsContext).get(name ?? "");
}
