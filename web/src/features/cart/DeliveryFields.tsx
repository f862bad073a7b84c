// The delivery details: open for new buyers, collapsed if saved ones exist, never required.

import { useState } from "react";
import type { Delivery } from "@/data/deliveries";
import { getDeliveryControlName, isInvalidWhatsAppNumber } from "@/entities/delivery";
import { formatAddress, isCompleteAddress } from "@/entities/deliveryMethod";
import { formatPhoneNumber } from "@/lib/whatsapp";
import { useMessages } from "@/messages/account";
import { Field } from "@/ui/Field";
import { TextArea } from "@/ui/TextArea";
import { RegionFields } from "./RegionFields";

interface DeliveryPanelProps {
  remembered: Delivery | null;
  /** Whether a courier is available, which needs province and city. */
  asksRegion: boolean;
  disabled: boolean;
}

export function DeliveryFields({ remembered, asksRegion, disabled }: DeliveryPanelProps) {
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
            name={getDeliveryControlName("name")}
            autoComplete="name"
            maxLength={200}
            defaultValue={name ?? ""}
          />
          <WhatsApp number={whatsapp ?? null} />
        </div>
        <TextArea
          label={words.address}
          name={getDeliveryControlName("address")}
          autoComplete="street-address"
          rows={2}
          maxLength={1000}
          defaultValue={address ?? ""}
        />
        {asksRegion && <RegionFields remembered={remembered} />}
        <TextArea
          label={words.note}
          name={getDeliveryControlName("note")}
          rows={1}
          maxLength={1000}
          defaultValue={note ?? ""}
        />
      </fieldset>
    </details>
  );
}

/** Validates the number on blur rather than only on submit. */
function WhatsApp({ number }: { number: string | null }) {
  const { delivery: words } = useMessages();
  const [isInvalid, setInvalid] = useState(false);
  return (
    <Field
      label={words.whatsapp}
      hint={words.whatsappHint}
      problem={isInvalid ? words.whatsappUnclear : undefined}
      name={getDeliveryControlName("whatsapp")}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      defaultValue={number ? formatPhoneNumber(number) : ""}
      onBlur={(event) => setInvalid(isInvalidWhatsAppNumber(event.target.value))}
      onChange={(event) => isInvalid && setInvalid(isInvalidWhatsAppNumber(event.target.value))}
    />
  );
}

function summaryOf(saved: Delivery): string {
  const { name, whatsapp, note } = saved;
  return [name, whatsapp && formatPhoneNumber(whatsapp), formatAddress(saved), note].filter(Boolean).join(" · ");
}
