// A date and time in the shop's time zone, whatever the browser's; the zone is named in the hint.

import { formatShopTime } from "@/lib/dates";
import { useAdminMessages } from "@/messages/admin";
import { Field } from "@/ui/Field";
import { type FieldProps, useFieldLabel } from "./fields";
import { useField } from "./formState";

export function DateTimeField(props: FieldProps) {
  const a = useAdminMessages();
  const { value } = useField(props.name);
  return (
    <Field
      label={useFieldLabel(props)}
      name={props.name}
      type="datetime-local"
      hint={a.form.zone}
      defaultValue={typeof value === "string" ? formatShopTime(value) : ""}
    />
  );
}
