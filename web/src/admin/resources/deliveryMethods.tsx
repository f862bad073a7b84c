// Delivery Methods: names, areas and fees.

import { useState } from "react";
import { type DeliveryKind, deliveryKinds } from "@/data/tables";
import { DEFAULT_WEIGHT_GRAMS, deliveryMethodSchema } from "@/entities/deliveryMethodSchema";
import { formatRupiah } from "@/lib/money";
import { useAdminMessages } from "@/messages/admin";
import { priceColumn, textColumn, timestampColumns } from "../kit/columns";
import { CheckBoxField, ChoiceField, NumberField, PriceField, TextAreaField, TextField } from "../kit/fields";
import { useField } from "../kit/formState";
import { createResourceScreen } from "../screen";
import { DeliveryAreasField } from "./DeliveryAreasField";

export default createResourceScreen({
  table: "delivery_ways",
  columns: [
    textColumn("name"),
    { field: "kind", sorts: true, text: ({ kind }, a) => a.delivery.kinds[kind] },
    { field: "areas", text: ({ areas }, a) => areas.join("; ") || a.delivery.everywhere },
    priceColumn("price"),
    ...timestampColumns,
  ],
  summary: ({ name, kind, price }, a) => [name, a.delivery.kinds[kind], formatRupiah(price)],
  searched: ["name", "description"],
  defaults: {
    description: null,
    areas: [],
    per_kilogram: false,
    free_from: null,
    tracking_page: null,
    days_from: null,
    days_to: null,
    default_weight: DEFAULT_WEIGHT_GRAMS,
  },
  form: deliveryMethodSchema,
  Fields: DeliveryMethodFields,
});

function DeliveryMethodFields() {
  const a = useAdminMessages();
  const { value } = useField("kind");
  const [kind, setKind] = useState(value);
  const kinds = deliveryKinds.map((value) => ({ value, label: a.delivery.kinds[value] }));
  return (
    <>
      <TextField name="name" />
      <ChoiceField name="kind" options={kinds} placeholder={a.delivery.chooseKind} onChosen={setKind} />
      <TextAreaField name="description" rows={3} optional />
      <PriceField name="price" />
      <PriceField name="free_from" optional />
      {kind === ("courier" satisfies DeliveryKind) && (
        <>
          <CheckBoxField name="per_kilogram" label={a.delivery.perKilogram} hint={a.delivery.perKilogramHint} />
          <NumberField name="default_weight" optional />
          <DeliveryAreasField />
          <TextField name="tracking_page" optional hint={a.delivery.trackingHint} />
        </>
      )}
      <NumberField name="days_from" optional />
      <NumberField name="days_to" optional />
    </>
  );
}
