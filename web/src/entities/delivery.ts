// Form schema of delivery details: every field is optional, but a WhatsApp number must be valid.

import * as v from "valibot";
import { type Delivery, deliveryFields } from "@/data/deliveries";
import { stringOr } from "@/lib/typeGuards";
import { parseWhatsAppNumber } from "@/lib/whatsapp";
import type { Messages } from "@/messages/account";
import type { DeliveryDestination } from "./deliveryMethod";

/** Null if every field is empty. */
export function deliverySchema(m: Messages) {
  const text = v.pipe(
    v.optional(v.string(), ""),
    v.transform((typed) => typed.trim() || null),
  );
  const whatsapp = v.pipe(
    text,
    v.check((typed) => !isInvalidWhatsAppNumber(typed ?? ""), m.delivery.whatsappUnclear),
    v.transform((typed) => typed && parseWhatsAppNumber(typed)),
  );
  return v.pipe(
    v.object({ name: text, whatsapp, address: text, province: text, city: text, note: text }),
    v.transform((entered): Delivery | null => (deliveryFields.some((field) => entered[field]) ? entered : null)),
  );
}

/** The delivery fields of the order form. */
export function readDeliveryFields(form: FormData): Record<string, FormDataEntryValue | undefined> {
  return Object.fromEntries(
    deliveryFields.map((field) => [field, form.get(getDeliveryControlName(field)) ?? undefined]),
  );
}

/** Name of the form control. */
export function getDeliveryControlName(field: string): string {
  return `delivery_${field}`;
}

export function isInvalidWhatsAppNumber(typed: string): boolean {
  return typed.trim() !== "" && parseWhatsAppNumber(typed) === null;
}

/** The destination in entered or stored delivery details. */
export function parseDestination(entered: Readonly<Record<string, unknown>> | null | undefined): DeliveryDestination {
  const entryOf = (field: string) => stringOr(entered?.[field], "").trim() || null;
  return { address: entryOf("address"), province: entryOf("province"), city: entryOf("city") };
}
