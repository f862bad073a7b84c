// A moment, entered and shown in the shop's zone whatever the browser's is; the zone stands beside it.

import { shopTime } from "@/lib/dates";
import { useAdminMessages } from "@/messages/admin";
import { Field } from "@/ui/Field";
import { type FieldProps, useLabel } from "./fields";
import { useField } from "./formState";

export function DateTimeField(props: FieldProps) {
  const a = useAdminMessages();
  const { value } = useField(props.name);
  return (
    <Field
      label={useLabel(props)}
      name={props.name}
      type="datetime-local"
      hint={a.form.zone}
      defaultValue={typeof value === "string" ? shopTime(value) : ""}
    />
  );
}
