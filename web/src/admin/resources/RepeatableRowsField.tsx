// A list of rows with several inputs each, submitted as JSON: the venues and the dates of an event.

import { useId, useState } from "react";
import { useAdminMessages } from "@/messages/admin";
import { Button, IconButton } from "@/ui/Button";
import { inputClassName, selectClassName } from "@/ui/inputClassName";
import { useFieldNote } from "@/ui/useFieldNote";
import { useDraftValue, useField } from "../kit/formState";

type CellName = "name" | "address" | "map" | "kind" | "date" | "from" | "until" | "place";
type Line = Partial<Record<CellName, string>>;
interface RowInput {
  name: CellName;
  type?: "text" | "url" | "date" | "time";
  options?: readonly { value: string; label: string }[];
}

interface LinesFieldProps {
  name: "places" | "days";
  cells: readonly RowInput[];
  hint: string;
}

export function RepeatableRowsField({ name, cells, hint }: LinesFieldProps) {
  const a = useAdminMessages();
  const { value, busy } = useField(name);
  const [lines, setLines] = useState(() => ((value as Line[] | undefined) ?? []).map(withKey));
  const [isTouched, setTouched] = useState(false);
  const { control, note } = useFieldNote({ id: useId(), name, hint });
  const updateLines = (next: typeof lines) => {
    setTouched(true);
    setLines(next);
  };
  useDraftValue(name, lines, isTouched, updateLines);
  const empty = Object.fromEntries(cells.map((cell) => [cell.name, cell.options?.[0]?.value ?? ""]));
  return (
    <fieldset {...control} disabled={busy} className="flex flex-col items-start gap-3">
      <legend className="pb-1.5 font-semibold">
        {a.fields[name]} ({a.form.optional})
      </legend>
      <input type="hidden" name={name} value={JSON.stringify(lines.map(({ line }) => line))} />
      {lines.map(({ key, line }, index) => (
        <div key={key} className="grid w-full grid-cols-[1fr_auto] items-start gap-2 border-line border-b pb-3">
          <div className="grid gap-2 sm:grid-cols-2">
            {cells.map((cell) => (
              <CellField
                key={cell.name}
                cell={cell}
                number={index + 1}
                value={line[cell.name] ?? ""}
                onValue={(value) =>
                  updateLines(
                    lines.map((other) => (other.key === key ? { key, line: { ...line, [cell.name]: value } } : other)),
                  )
                }
              />
            ))}
          </div>
          <IconButton
            icon="close"
            label={a.events.remove(index + 1)}
            onClick={() => updateLines(lines.filter((other) => other.key !== key))}
            className="hover:bg-tint"
          />
        </div>
      ))}
      <Button look="outline" onClick={() => updateLines([...lines, withKey(empty)])}>
        {a.events.add[name]}
      </Button>
      {note}
    </fieldset>
  );
}

const withKey = (line: Line) => ({ key: crypto.randomUUID(), line });

interface CellFieldProps {
  cell: RowInput;
  number: number;
  value: string;
  onValue: (value: string) => void;
}

function CellField({ cell, number, value, onValue }: CellFieldProps) {
  const a = useAdminMessages();
  const id = useId();
  const name = a.events.columns[cell.name];
  const control = { id, value, "aria-label": a.events.cell(name, number) };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-caption">
        {name}
      </label>
      {cell.options ? (
        <select {...control} onChange={(event) => onValue(event.target.value)} className={selectClassName}>
          {cell.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...control}
          type={cell.type ?? "text"}
          onChange={(event) => onValue(event.target.value)}
          autoComplete="off"
          className={inputClassName}
        />
      )}
    </div>
  );
}
