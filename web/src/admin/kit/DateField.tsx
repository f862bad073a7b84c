// A date without a time.

import { Field } from "@/ui/Field";
import { type FieldProps, useFieldLabel } from "./fields";
import { useField } from "./formState";

export function DateField(props: FieldProps) {
  const { value } = useField(props.name);
  return (
    <Field
      label={useFieldLabel(props)}
      name={props.name}
      type="date"
      defaultValue={typeof value === "string" ? value : ""}
    />
  );
}
