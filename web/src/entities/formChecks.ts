// How a schema makes values of a form's entries, or says what is wrong with them.

import * as v from "valibot";
import type { Values } from "@/data/records";
import type { Checked } from "./useSubmission";

/** `read` says what the schema looks at; by itself, every entry under its name. `control` names the control of a value. */
export function checkSchema<Output>(
  schema: v.GenericSchema<unknown, Output>,
  read: (entered: FormData) => unknown = valuesIn,
  control: (path: readonly string[]) => string = ([field = ""]) => field,
): (entered: FormData) => Checked<Output> {
  return (entered) => {
    const { success, output, issues } = v.safeParse(schema, read(entered));
    if (success) return { values: output };
    const named = issues.map(
      ({ path = [], message }) => [control(path.map(({ key }) => String(key))), message] as const,
    );
    // Of several reasons the first is said beside the control.
    return { errors: issues.map(({ message }) => message), invalid: new Map(named.toReversed()) };
  };
}

/** What is there more than once is a list. */
function valuesIn(form: FormData): Values {
  const all = (name: string) => form.getAll(name);
  return Object.fromEntries([...form.keys()].map((name) => [name, all(name).length > 1 ? all(name) : form.get(name)]));
}
