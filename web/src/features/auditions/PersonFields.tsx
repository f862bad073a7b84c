// The talent's personal data. The schema validates it; these fields only set keyboards and autofill.

import { useMessages } from "@/messages/account";
import { Field } from "@/ui/Field";
import { TextArea } from "@/ui/TextArea";

export function PersonFields() {
  const m = useMessages();
  const { fields } = m.registration;
  return (
    <>
      <Field label={fields.name} name="name" autoComplete="name" maxLength={200} />
      <Field label={fields.place_and_date_of_birth} name="place_and_date_of_birth" maxLength={200} />
      <TextArea label={fields.address} name="address" autoComplete="street-address" rows={2} maxLength={1000} />
      <div className="grid gap-6 sm:grid-cols-3">
        <NumberField label={fields.age} name="age" hint={m.registration.years} />
        <NumberField label={fields.body_weight} name="body_weight" hint={m.registration.kilograms} />
        <NumberField label={fields.height} name="height" hint={m.registration.centimetres} />
      </div>
    </>
  );
}

function NumberField(field: { label: string; name: string; hint: string }) {
  return <Field inputMode="numeric" autoComplete="off" {...field} />;
}
