// Form fields for records, by value type. A field's name is its column, from which label and initial value follow.

import { useId, useState } from "react";
import { formatRupiah, formatThousands } from "@/lib/money";
import { parseRupiah } from "@/lib/numbers";
import { type FieldName, useAdminMessages } from "@/messages/admin";
import { CheckBox } from "@/ui/CheckBox";
import { Field } from "@/ui/Field";
import { inputClassName } from "@/ui/inputClassName";
import { SelectField } from "@/ui/SelectField";
import { useFieldNote } from "@/ui/useFieldNote";
import { useField } from "./formState";

export interface FieldProps {
  name: FieldName;
  /** May stay empty; the label says so. */
  optional?: boolean;
  hint?: string;
}

const asText = (value: unknown) => (value === null || value === undefined ? "" : String(value));

export function useFieldLabel({ name, optional }: FieldProps): string {
  const a = useAdminMessages();
  return optional ? `${a.fields[name]} (${a.form.optional})` : a.fields[name];
}

export function TextField(props: FieldProps) {
  const { value } = useField(props.name);
  return <Field label={useFieldLabel(props)} name={props.name} defaultValue={asText(value)} hint={props.hint} />;
}

/** A whole number, with a numeric keyboard on phones. */
export function NumberField(props: FieldProps) {
  const { value } = useField(props.name);
  return (
    <Field
      label={useFieldLabel(props)}
      name={props.name}
      inputMode="numeric"
      autoComplete="off"
      defaultValue={asText(value)}
      hint={props.hint}
    />
  );
}

/** A price in rupiah, with the parsed amount below it. */
export function PriceField({ initial, ...props }: FieldProps & { initial?: number }) {
  const a = useAdminMessages();
  const { value = initial } = useField(props.name);
  const [text, setText] = useState(typeof value === "number" ? formatThousands(value) : "");
  const id = useId();
  const parsed = parseRupiah(text);
  const parsedText = typeof parsed === "number" ? formatRupiah(parsed) : a.rules.amount(a.fields[props.name]);
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={useFieldLabel(props)}
        name={props.name}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={props.hint}
        aria-describedby={id}
      />
      <output id={id} className="min-h-6 text-caption text-muted tabular-nums">
        {text.trim() && parsedText}
      </output>
    </div>
  );
}

/** Read-only but submitted. */
export function ReadOnlyField(props: FieldProps) {
  const { value } = useField(props.name);
  return <Field label={useFieldLabel(props)} name={props.name} value={asText(value)} readOnly />;
}

export function TextAreaField({ rows = 8, hint, ...props }: FieldProps & { rows?: number }) {
  const { value } = useField(props.name);
  const id = useId();
  const { control, note } = useFieldNote({ id, name: props.name, hint });
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {useFieldLabel(props)}
      </label>
      <textarea
        id={id}
        name={props.name}
        rows={rows}
        defaultValue={asText(value)}
        {...control}
        className={inputClassName}
      />
      {note}
    </div>
  );
}

interface CheckBoxFieldProps {
  name: string;
  label: string;
  hint: string;
  /** The initial value if no column of that name exists. */
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
  /** Shown first while nothing is chosen; cannot be chosen itself. */
  placeholder?: string;
  onChosen?: (value: string) => void;
}

/** A stored value that is not among the options counts as not chosen. */
export function ChoiceField({ options, placeholder, hint, onChosen, ...props }: ChoiceFieldProps) {
  const { value } = useField(props.name);
  const text = asText(value);
  const chosen = options.some((option) => option.value === text) ? text : "";
  return (
    <SelectField
      label={useFieldLabel(props)}
      name={props.name}
      defaultValue={chosen}
      onValue={onChosen}
      options={options.map(({ value, label }) => [value, label])}
      hint={hint}
    >
      {placeholder && (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
    </SelectField>
  );
}
