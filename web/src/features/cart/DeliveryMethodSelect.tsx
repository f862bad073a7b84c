// The delivery methods of the shop, each with its fee for this cart.

import type { AvailableDeliveryMethod, DeliveryDestination } from "@/entities/deliveryMethod";
import { isCompleteAddress } from "@/entities/deliveryMethod";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { SelectField } from "@/ui/SelectField";

/** The name of the form control. */
export const DELIVERY_METHOD_FIELD_NAME = "delivery_way";

interface DeliveryMethodSelectProps {
  offered: readonly AvailableDeliveryMethod[];
  destination: DeliveryDestination;
  chosen: AvailableDeliveryMethod | undefined;
  onChosen: (uuid: string) => void;
  /** Whether lines are ordered, on which fees depend. */
  hasFees: boolean;
  disabled: boolean;
}

export function DeliveryMethodSelect(props: DeliveryMethodSelectProps) {
  const { offered, destination, chosen, onChosen, hasFees, disabled } = props;
  const { delivery: words } = useMessages();
  return (
    <SelectField
      className="mt-6"
      label={words.method}
      name={DELIVERY_METHOD_FIELD_NAME}
      value={chosen?.method.uuid ?? ""}
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
        <option key={option.method.uuid} value={option.method.uuid} disabled={!option.isSelectable}>
          {[option.method.name, hasFees && (option.fee === 0 ? words.free : formatRupiah(option.fee))]
            .filter(Boolean)
            .join(": ")}
        </option>
      ))}
    </SelectField>
  );
}

function MethodDetails({ chosen: { method } }: { chosen: AvailableDeliveryMethod }) {
  const { delivery: words } = useMessages();
  const days = method.days_to ?? method.days_from;
  return (
    <>
      {method.description && <p className="whitespace-pre-line">{method.description}</p>}
      {days !== null && <p>{words.days(method.days_from ?? days, days)}</p>}
    </>
  );
}
