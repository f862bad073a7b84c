// The fields of records by what they hold. A field's name is its column; its label and its beginning follow from that.

import { type ReactNode, useId, useState } from "react";
import { groupDigits, rupiah } from "@/lib/money";
import { parseRupiah } from "@/lib/numbers";
import { type FieldName, useAdminMessages } from "@/messages/admin";
import { CheckBox } from "@/ui/CheckBox";
import { Field } from "@/ui/Field";
import { inputLook, selectLook } from "@/ui/inputLook";
import { useFieldNote } from "@/ui/useFieldNote";
import { useField } from "./formState";

export interface FieldProps {
  name: FieldName;
  /** May stay empty, and says so. */
  optional?: boolean;
}

const shown = (value: unknown) => (value === null || value === undefined ? "" : String(value));

export function useLabel({ name, optional }: FieldProps): string {
  const a = useAdminMessages();
  return optional ? `${a.fields[name]} (${a.form.optional})` : a.fields[name];
}

export function TextField({ hint, ...props }: FieldProps & { hint?: string }) {
  const { value } = useField(props.name);
  return <Field label={useLabel(props)} name={props.name} defaultValue={shown(value)} {...(hint && { hint })} />;
}

/** Whole numbers; a phone shows its digits. */
export function NumberField(props: FieldProps) {
  const { value } = useField(props.name);
  return (
    <Field
      label={useLabel(props)}
      name={props.name}
      inputMode="numeric"
      autoComplete="off"
      defaultValue={shown(value)}
    />
  );
}

/** Rupiah, and beneath what the typed figure is understood as. */
export function PriceField({ initial, ...props }: FieldProps & { initial?: number }) {
  const a = useAdminMessages();
  const { value = initial } = useField(props.name);
  const [typed, setTyped] = useState(typeof value === "number" ? groupDigits(value) : "");
  const id = useId();
  const read = parseRupiah(typed);
  const understood = typeof read === "number" ? rupiah(read) : a.rules.amount(a.fields[props.name]);
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={useLabel(props)}
        name={props.name}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        aria-describedby={id}
      />
      <output id={id} className="min-h-6 text-caption text-muted tabular-nums">
        {typed.trim() && understood}
      </output>
    </div>
  );
}

/** Shown, sent along, and not to be changed. */
export function ReadOnlyField(props: FieldProps) {
  const { value } = useField(props.name);
  return <Field label={useLabel(props)} name={props.name} value={shown(value)} readOnly />;
}

export function TextAreaField({ rows = 8, hint, ...props }: FieldProps & { rows?: number; hint?: string }) {
  const { value } = useField(props.name);
  const id = useId();
  const { control, note } = useFieldNote({ id, name: props.name, hint });
  return (
    <Labelled id={id} label={useLabel(props)}>
      <textarea id={id} name={props.name} rows={rows} defaultValue={shown(value)} {...control} className={inputLook} />
      {note}
    </Labelled>
  );
}

interface CheckBoxFieldProps {
  name: string;
  label: string;
  hint: string;
  /** Where no column of that name says so. */
  initial?: boolean;
  onTicked?: (ticked: boolean) => void;
}

export function CheckBoxField({ name, label, hint, initial, onTicked }: CheckBoxFieldProps) {
  const { value = initial } = useField(name);
  const id = useId();
  return (
    <div>
      <CheckBox name={name} defaultChecked={value === true} onTicked={onTicked} aria-describedby={id}>
        {label}
      </CheckBox>
      <p id={id} className="text-caption text-muted">
        {hint}
      </p>
    </div>
  );
}

interface ChoiceFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[];
  /** Stands first while nothing is chosen, and can't be chosen itself. */
  placeholder?: string;
  hint?: string;
  onChosen?: (value: string) => void;
}

/** A stored value that is not among the options counts as not chosen. */
export function ChoiceField({ options, placeholder, hint, onChosen, ...props }: ChoiceFieldProps) {
  const { value } = useField(props.name);
  const id = useId();
  const { control, note } = useFieldNote({ id, name: props.name, hint });
  const text = shown(value);
  const chosen = options.some((option) => option.value === text) ? text : "";
  return (
    <Labelled id={id} label={useLabel(props)}>
      <select
        id={id}
        name={props.name}
        defaultValue={chosen}
        onChange={(event) => onChosen?.(event.target.value)}
        {...control}
        className={selectLook}
      >
        {placeholder && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {note}
    </Labelled>
  );
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
    </div>
  );
}
