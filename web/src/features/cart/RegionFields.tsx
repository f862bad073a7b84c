// Province and city selects; the cities depend on the province.

import { useState } from "react";
import { getDeliveryControlName } from "@/entities/delivery";
import type { DeliveryDestination } from "@/entities/deliveryMethod";
import { useRegions } from "@/entities/useRegions";
import { useMessages } from "@/messages/account";
import { SelectField } from "@/ui/SelectField";

export function RegionFields({ remembered }: { remembered: DeliveryDestination | null }) {
  const { delivery: words } = useMessages();
  const regions = useRegions();
  const [province, setProvince] = useState(remembered?.province ?? "");
  const savedCity = province === remembered?.province ? (remembered.city ?? "") : "";
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <RegionSelect
        label={words.province}
        name={getDeliveryControlName("province")}
        choices={[...regions.keys()]}
        initial={remembered?.province ?? ""}
        onChosen={setProvince}
        autoComplete="address-level1"
      />
      <RegionSelect
        // Resets the city when the province changes.
        key={province}
        label={words.city}
        name={getDeliveryControlName("city")}
        choices={regions.get(province) ?? []}
        initial={savedCity}
        autoComplete="address-level2"
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  /** Empty while loading; then only the saved value is offered. */
  choices: readonly string[];
  initial: string;
  onChosen?: (value: string) => void;
  autoComplete: string;
}

function RegionSelect({ label, name, choices, initial, onChosen, autoComplete }: ChoiceProps) {
  const { delivery: words } = useMessages();
  const options = initial && !choices.includes(initial) ? [initial, ...choices] : choices;
  return (
    <SelectField
      label={label}
      name={name}
      // Uncontrolled, because restoring a draft fills several fields at once.
      defaultValue={initial}
      options={options.map((option) => [option, option] as const)}
      onValue={onChosen}
      autoComplete={autoComplete}
    >
      <option value="">{words.choose}</option>
    </SelectField>
  );
}
