// Where the order goes: asked of a new buyer, folded up for one whose details are remembered, and never needed.

import { useState } from "react";
import type { Delivery } from "@/data/deliveries";
import { controlName, isInvalidNumber } from "@/entities/delivery";
import { formatAddress, isCompleteAddress } from "@/entities/deliveryWay";
import { formatPhone } from "@/lib/whatsapp";
import { useMessages } from "@/messages/account";
import { Field } from "@/ui/Field";
import { TextArea } from "@/ui/TextArea";
import { RegionFields } from "./RegionFields";

interface DeliveryPanelProps {
  remembered: Delivery | null;
  /** Whether a courier may bring it, who asks for province and city. */
  asksRegion: boolean;
  disabled: boolean;
}

export function DeliveryPanel({ remembered, asksRegion, disabled }: DeliveryPanelProps) {
  const { delivery: words } = useMessages();
  const { name, whatsapp, address, note } = remembered ?? {};
  return (
    <details open={!remembered || (asksRegion && !isCompleteAddress(remembered))} className="border-text border-t pt-3">
      <summary className="min-h-11 py-2">
        <span className="font-semibold">{words.title}</span> <span className="text-muted">({words.optional})</span>
        {remembered && <span className="ml-4 block truncate text-muted">{summaryOf(remembered)}</span>}
      </summary>
      <fieldset disabled={disabled} className="mt-2 grid min-w-0 gap-5">
        <p className="max-w-prose text-muted">{words.hint}</p>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label={words.name}
            name={controlName("name")}
            autoComplete="name"
            maxLength={200}
            defaultValue={name ?? ""}
          />
          <WhatsApp number={whatsapp ?? null} />
        </div>
        <TextArea
          label={words.address}
          name={controlName("address")}
          autoComplete="street-address"
          rows={2}
          maxLength={1000}
          defaultValue={address ?? ""}
        />
        {asksRegion && <RegionFields remembered={remembered} />}
        <TextArea label={words.note} name={controlName("note")} rows={1} maxLength={1000} defaultValue={note ?? ""} />
      </fieldset>
    </details>
  );
}

/** Says at once, and not only after sending, that a number can't be read. */
function WhatsApp({ number }: { number: string | null }) {
  const { delivery: words } = useMessages();
  const [isUnclear, setUnclear] = useState(false);
  return (
    <Field
      label={words.whatsapp}
      hint={words.whatsappHint}
      trouble={isUnclear ? words.whatsappUnclear : undefined}
      name={controlName("whatsapp")}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      defaultValue={number ? formatPhone(number) : ""}
      onBlur={(event) => setUnclear(isInvalidNumber(event.target.value))}
      onChange={(event) => isUnclear && setUnclear(isInvalidNumber(event.target.value))}
    />
  );
}

function summaryOf(remembered: Delivery): string {
  const { name, whatsapp, note } = remembered;
  return [name, whatsapp && formatPhone(whatsapp), formatAddress(remembered), note].filter(Boolean).join(" · ");
}
