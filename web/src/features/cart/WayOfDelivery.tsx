// How the order is delivered: one of the shop's ways, each with what it costs for this cart.

import type { AvailableWay, Destination } from "@/entities/deliveryWay";
import { isCompleteAddress } from "@/entities/deliveryWay";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { SelectField } from "@/ui/SelectField";

/** The name of its control. */
export const WAY = "delivery_way";

interface WayOfDeliveryProps {
  offered: readonly AvailableWay[];
  place: Destination;
  chosen: AvailableWay | undefined;
  onChosen: (uuid: string) => void;
  disabled: boolean;
}

export function WayOfDelivery({ offered, place, chosen, onChosen, disabled }: WayOfDeliveryProps) {
  const { delivery: words } = useMessages();
  return (
    <SelectField
      className="mt-6"
      label={words.ways}
      name={WAY}
      value={chosen?.way.uuid ?? ""}
      onValue={onChosen}
      disabled={disabled}
      hint={
        <>
          {chosen && <About chosen={chosen} />}
          {offered.some(({ isSelectable }) => !isSelectable) && <p>{words.needsAddress}</p>}
          {isCompleteAddress(place) && offered.length === 0 && <p>{words.notThere}</p>}
        </>
      }
    >
      <option value="" disabled>
        {words.choose}
      </option>
      {offered.map((one) => (
        <option key={one.way.uuid} value={one.way.uuid} disabled={!one.isSelectable}>
          {`${one.way.name}: ${one.fee === 0 ? words.free : rupiah(one.fee)}`}
        </option>
      ))}
    </SelectField>
  );
}

function About({ chosen: { way } }: { chosen: AvailableWay }) {
  const { delivery: words } = useMessages();
  const days = way.days_to ?? way.days_from;
  return (
    <>
      {way.description && <p className="whitespace-pre-line">{way.description}</p>}
      {days !== null && <p>{words.days(way.days_from ?? days, days)}</p>}
    </>
  );
}
