// How the order is delivered: one of the shop's ways, each with what it costs for this cart.

import { useId } from "react";
import type { Destination, OfferedWay } from "@/entities/deliveryWay";
import { isWhole } from "@/entities/deliveryWay";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { inputLook } from "@/ui/inputLook";

/** The name of its control. */
export const WAY = "delivery_way";

interface WayOfDeliveryProps {
  offered: readonly OfferedWay[];
  place: Destination;
  chosen: OfferedWay | undefined;
  onChosen: (uuid: string) => void;
  disabled: boolean;
}

export function WayOfDelivery({ offered, place, chosen, onChosen, disabled }: WayOfDeliveryProps) {
  const { delivery: words } = useMessages();
  const id = useId();
  return (
    <div className="mt-6 flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {words.ways}
      </label>
      <select
        id={id}
        name={WAY}
        value={chosen?.way.uuid ?? ""}
        onChange={(event) => onChosen(event.target.value)}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        className={`${inputLook} bg-paper! [&_option]:bg-paper [&_option]:text-text`}
      >
        <option value="" disabled>
          {words.choose}
        </option>
        {offered.map((one) => (
          <option key={one.way.uuid} value={one.way.uuid} disabled={!one.isOpen}>
            {`${one.way.name}: ${one.fee === 0 ? words.free : rupiah(one.fee)}`}
          </option>
        ))}
      </select>
      <div id={`${id}-hint`} className="text-caption text-muted">
        {chosen && <About chosen={chosen} />}
        {offered.some(({ isOpen }) => !isOpen) && <p>{words.needsAddress}</p>}
        {isWhole(place) && offered.length === 0 && <p>{words.notThere}</p>}
      </div>
    </div>
  );
}

function About({ chosen: { way } }: { chosen: OfferedWay }) {
  const { delivery: words } = useMessages();
  const days = way.days_to ?? way.days_from;
  return (
    <>
      {way.description && <p className="whitespace-pre-line">{way.description}</p>}
      {days !== null && <p>{words.days(way.days_from ?? days, days)}</p>}
    </>
  );
}
