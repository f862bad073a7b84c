// The delivery methods of the shop, each with its fee for this cart.

import type { AvailableDeliveryWay, DeliveryDestination } from "@/entities/deliveryWay";
import { isCompleteAddress } from "@/entities/deliveryWay";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { SelectField } from "@/ui/SelectField";

/** The name of the form control. */
export const DELIVERY_METHOD_FIELD_NAME = "delivery_way";

interface DeliveryMethodSelectProps {
  offered: readonly AvailableDeliveryWay[];
  destination: DeliveryDestination;
  chosen: AvailableDeliveryWay | undefined;
  onChosen: (uuid: string) => void;
  disabled: boolean;
}

export function DeliveryMethodSelect({ offered, destination, chosen, onChosen, disabled }: DeliveryMethodSelectProps) {
  const { delivery: words } = useMessages();
  return (
    <SelectField
      className="mt-6"
      label={words.ways}
      name={DELIVERY_METHOD_FIELD_NAME}
      value={chosen?.way.uuid ?? ""}
      onValue={onChosen}
      disabled={disabled}
      hint={
        <>
          {chosen && <MethodDetails chosen={chosen} />}
          {offered.some(({ isSelectable }) => !isSelectable) && <p>{words.needsAddress}</p>}
          {isCompleteAddress(destination) && offered.length === 0 && <p>{words.notThere}</p>}
        </>
      }
    >
      <option value="" disabled>
        {words.choose}
      </option>
      {offered.map((option) => (
        <option key={option.way.uuid} value={option.way.uuid} disabled={!option.isSelectable}>
          {`${option.way.name}: ${option.fee === 0 ? words.free : formatRupiah(option.fee)}`}
        </option>
      ))}
    </SelectField>
  );
}

function MethodDetails({ chosen: { way } }: { chosen: AvailableDeliveryWay }) {
  const { delivery: words } = useMessages();
  const days = way.days_to ?? way.days_from;
  return (
    <>
      {way.description && <p className="whitespace-pre-line">{way.description}</p>}
      {days !== null && <p>{words.days(way.days_from ?? days, days)}</p>}
    </>
  );
}
