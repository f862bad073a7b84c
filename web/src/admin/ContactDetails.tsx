// Contact data of a buyer for administrators; unknown facts are omitted.

import type { ReactNode } from "react";
import type { OrderDelivery } from "@/data/tables";
import { formatAddress } from "@/entities/deliveryMethod";
import { formatPhoneNumber } from "@/lib/whatsapp";
import { useAdminMessages } from "@/messages/admin";
import { MultilineText } from "@/ui/MultilineText";

export function LabelledValue({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </>
  );
}

interface ContactFactsProps {
  email: string | null | undefined;
  whatsapp: string | null | undefined;
  delivery: OrderDelivery | undefined;
}

/** Contact data and delivery address. */
export function ContactDetails({ email, whatsapp, delivery }: ContactFactsProps) {
  const { orderPerson: words } = useAdminMessages();
  const address = formatAddress(delivery, "\n");
  return (
    <>
      <LabelledValue name="Email">{email}</LabelledValue>
      <LabelledValue name={words.whatsapp}>{whatsapp && formatPhoneNumber(whatsapp)}</LabelledValue>
      <LabelledValue name={words.address}>{address && <MultilineText text={address} />}</LabelledValue>
      <LabelledValue name={words.note}>{delivery?.note && <MultilineText text={delivery.note} />}</LabelledValue>
    </>
  );
}
