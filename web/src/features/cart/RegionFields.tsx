// Province and place of an address: the place is one of the province's.

import { useId, useState } from "react";
import { controlOf } from "@/entities/delivery";
import type { Destination } from "@/entities/deliveryWay";
import { useRegions } from "@/entities/useRegions";
import { useMessages } from "@/messages/account";
import { inputLook } from "@/ui/inputLook";

export function RegionFields({ remembered }: { remembered: Destination | null }) {
  const { delivery: words } = useMessages();
  const regions = useRegions();
  const [province, setProvince] = useState(remembered?.province ?? "");
  const city = province === remembered?.province ? (remembered.city ?? "") : "";
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Choice
        label={words.province}
        name={controlOf("province")}
        known={[...regions.keys()]}
        initial={remembered?.province ?? ""}
        onChosen={setProvince}
        autoComplete="address-level1"
      />
      <Choice
        // A new one begins without a choice.
        key={province}
        label={words.city}
        name={controlOf("city")}
        known={regions.get(province) ?? []}
        initial={city}
        autoComplete="address-level2"
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  /** Empty until they are read; then what was chosen before stands alone. */
  known: readonly string[];
  initial: string;
  onChosen?: (value: string) => void;
  autoComplete: string;
}

function Choice({ label, name, known, initial, onChosen, autoComplete }: ChoiceProps) {
  const { delivery: words } = useMessages();
  const id = useId();
  const options = initial && !known.includes(initial) ? [initial, ...known] : known;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        // The form reads what stands there, also while several fields are being filled at once.
        defaultValue={initial}
        onChange={(event) => onChosen?.(event.target.value)}
        autoComplete={autoComplete}
        className={`${inputLook} bg-paper! [&_option]:bg-paper [&_option]:text-text`}
      >
        <option value="">{words.choose}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </div>
  );
}
