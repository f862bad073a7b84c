// Province and place of an address: the place is one of the province's.

import { useState } from "react";
import { controlName } from "@/entities/delivery";
import type { Destination } from "@/entities/deliveryWay";
import { useRegions } from "@/entities/useRegions";
import { useMessages } from "@/messages/account";
import { SelectField } from "@/ui/SelectField";

export function RegionFields({ remembered }: { remembered: Destination | null }) {
  const { delivery: words } = useMessages();
  const regions = useRegions();
  const [province, setProvince] = useState(remembered?.province ?? "");
  const city = province === remembered?.province ? (remembered.city ?? "") : "";
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Choice
        label={words.province}
        name={controlName("province")}
        known={[...regions.keys()]}
        initial={remembered?.province ?? ""}
        onChosen={setProvince}
        autoComplete="address-level1"
      />
      <Choice
        // A new one begins without a choice.
        key={province}
        label={words.city}
        name={controlName("city")}
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
  const options = initial && !known.includes(initial) ? [initial, ...known] : known;
  return (
    <SelectField
      label={label}
      name={name}
      // The form reads what stands there, also while several fields are being filled at once.
      defaultValue={initial}
      options={options.map((option) => [option, option] as const)}
      onValue={onChosen}
      autoComplete={autoComplete}
    >
      <option value="">{words.choose}</option>
    </SelectField>
  );
}
