// Validates a form's entries with a schema.

import * as v from "valibot";
import type { RecordValues } from "@/data/records";
import type { ValidationResult } from "./useSubmission";

/** `read` extracts the schema's input, by default all entries by name. `control` maps an issue's path to a control name. */
export function createSchemaCheck<Output>(
  schema: v.GenericSchema<unknown, Output>,
  read: (entered: FormData) => unknown = valuesFrom,
  control: (path: readonly string[]) => string = ([field = ""]) => field,
): (entered: FormData) => ValidationResult<Output> {
  return (entered) => {
    const { success, output, issues } = v.safeParse(schema, read(entered));
    if (success) return { values: output };
    const named = issues.map(
      ({ path = [], message }) => [control(path.map(({ key }) => String(key))), message] as const,
    );
    // A control shows the first of its errors.
    return { errors: issues.map(({ message }) => message), invalid: new Map(named.toReversed()) };
  };
}

/** Repeated entries become a list. */
function valuesFrom(form: FormData): RecordValues {
  const all = (name: string) => form.getAll(name);
  return Object.fromEntries([...form.keys()].map((name) => [name, all(name).length > 1 ? all(name) : form.get(name)]));
}
