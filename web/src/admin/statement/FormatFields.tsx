// What each column of a statement is, and how its days and amounts are written.

import { useStatementMessages } from "@/messages/statement";
import { selectLook } from "@/ui/inputLook";
import type { Separator } from "./reading/csvText";
import type { AmountColumns, StatementFormat } from "./reading/format";

interface FormatFieldsProps {
  headings: readonly string[];
  separator: Separator;
  format: StatementFormat;
  onChange: (format: StatementFormat) => void;
  onSeparator: (separator: Separator) => void;
}

export function FormatFields({ headings, separator, format, onChange, onSeparator }: FormatFieldsProps) {
  const { confirm: words } = useStatementMessages();
  const columns = Object.fromEntries(headings.map((heading, place) => [place, heading || words.column(place + 1)]));
  const { amount } = format;
  const first = amount.kind === "two" ? amount.credit : amount.column;
  const column = (label: string, value: number, set: (column: number) => Partial<StatementFormat>) => (
    <Choice
      label={label}
      options={columns}
      value={`${value}`}
      onChosen={(one) => onChange({ ...format, ...set(+one) })}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Choice label={words.separator} options={words.separators} value={separator} onChosen={onSeparator} />
      {column(words.day, format.date, (date) => ({ date }))}
      <Choice
        label={words.dayOrder}
        options={words.dayOrders}
        value={format.dayOrder}
        onChosen={(dayOrder) => onChange({ ...format, dayOrder })}
      />
      {column(words.description, format.description[0] ?? 0, (one) => ({ description: [one] }))}
      <Choice
        label={words.amounts}
        options={words.kinds}
        value={amount.kind}
        onChosen={(kind) => onChange({ ...format, amount: amountOfKind(kind, first) })}
      />
      {amount.kind === "two" ? (
        <>
          {column(words.credit, amount.credit, (credit) => ({ amount: { ...amount, credit } }))}
          {column(words.debit, amount.debit, (debit) => ({ amount: { ...amount, debit } }))}
        </>
      ) : (
        column(words.amount, amount.column, (one) => ({ amount: { ...amount, column: one } }))
      )}
      {amount.kind === "marked" && column(words.mark, amount.mark, (mark) => ({ amount: { ...amount, mark } }))}
      <Choice
        label={words.decimal}
        options={words.decimals}
        value={format.decimal}
        onChosen={(decimal) => onChange({ ...format, decimal })}
      />
    </div>
  );
}

function amountOfKind(kind: AmountColumns["kind"], column: number): AmountColumns {
  if (kind === "two") return { kind, credit: column, debit: column };
  return kind === "marked" ? { kind, column, mark: column } : { kind, column };
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: Record<Value, string>;
  value: Value;
  onChosen: (value: Value) => void;
}

function Choice<Value extends string>({ label, options, value, onChosen }: ChoiceProps<Value>) {
  return (
    <label className="flex min-w-0 flex-col gap-1.5 font-semibold">
      {label}
      <select
        value={value}
        onChange={(event) => onChosen(event.target.value as Value)}
        className={`${selectLook} font-normal`}
      >
        {Object.entries<string>(options).map(([one, shown]) => (
          <option key={one} value={one}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}
