// The provinces and cities that a courier serves; empty means everywhere. Submitted only if changed.

import { useId, useState } from "react";
import { useRegions } from "@/entities/useRegions";
import { useAdminMessages } from "@/messages/admin";
import { Button, IconButton } from "@/ui/Button";
import { selectClassName } from "@/ui/inputClassName";
import { useFieldNote } from "@/ui/useFieldNote";
import { useDraftValue, useField } from "../kit/formState";

export function DeliveryAreasField() {
  const a = useAdminMessages();
  const { value, busy } = useField("areas");
  const [areas, setAreas] = useState<readonly string[]>(Array.isArray(value) ? value : []);
  const [isTouched, setTouched] = useState(false);
  const { control, note } = useFieldNote({ id: useId(), name: "areas", hint: a.delivery.areasHint });
  const updateAreas = (next: readonly string[]) => {
    setTouched(true);
    setAreas(next);
  };
  useDraftValue("areas", areas, isTouched, updateAreas);
  return (
    <fieldset {...control} disabled={busy} className="flex flex-col items-start gap-2">
      <legend className="pb-1.5 font-semibold">
        {a.fields.areas} ({a.form.optional})
      </legend>
      <input type="hidden" name="areas" value={JSON.stringify(areas)} />
      <ul className="w-full empty:hidden">
        {areas.map((area) => (
          <li key={area} className="flex items-center justify-between border-line border-b">
            {area}
            <IconButton
              icon="close"
              label={a.delivery.removeArea(area)}
              onClick={() => updateAreas(areas.filter((other) => other !== area))}
            />
          </li>
        ))}
      </ul>
      <NewArea onArea={(area) => updateAreas([...areas.filter((other) => other !== area), area])} />
      {note}
    </fieldset>
  );
}

function NewArea({ onArea }: { onArea: (area: string) => void }) {
  const { delivery: words } = useAdminMessages();
  const regions = useRegions();
  const [province, setProvince] = useState("");
  const [city, setCity] = useState("");
  const add = () => {
    onArea(city ? `${province}, ${city}` : province);
    setCity("");
  };
  return (
    <div className="grid w-full gap-2 sm:grid-cols-[1fr_1fr_auto]">
      <select
        aria-label={words.province}
        value={province}
        onChange={({ target }) => {
          setProvince(target.value);
          setCity("");
        }}
        className={selectClassName}
      >
        <option value="">{words.province}</option>
        {[...regions.keys()].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        aria-label={words.place}
        value={city}
        onChange={({ target }) => setCity(target.value)}
        disabled={!province}
        className={selectClassName}
      >
        <option value="">{words.wholeProvince}</option>
        {regions.get(province)?.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <Button look="outline" onClick={add} disabled={!province}>
        {words.addArea}
      </Button>
    </div>
  );
}
