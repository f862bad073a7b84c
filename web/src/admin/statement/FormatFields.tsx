// The roles of a statement's columns, and its date and number formats.

import { useStatementMessages } from "@/messages/statement";
import { selectClassName } from "@/ui/inputClassName";
import type { CsvSeparator } from "./reading/csvText";
import type { AmountColumns, StatementFormat } from "./reading/format";

interface FormatFieldsProps {
  headings: readonly string[];
  separator: CsvSeparator;
  format: StatementFormat;
  onChange: (format: StatementFormat) => void;
  onSeparator: (separator: CsvSeparator) => void;
}

export function FormatFields({ headings, separator, format, onChange, onSeparator }: FormatFieldsProps) {
  const { confirm: words } = useStatementMessages();
  const columns = Object.fromEntries(headings.map((heading, index) => [index, heading || words.column(index + 1)]));
  const { amount } = format;
  const mainColumn = amount.kind === "two" ? amount.credit : amount.column;
  const columnSelect = (label: string, value: number, set: (column: number) => Partial<StatementFormat>) => (
    <FormatSelect
      label={label}
      options={columns}
      value={`${value}`}
      onChosen={(selected) => onChange({ ...format, ...set(+selected) })}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <FormatSelect label={words.separator} options={words.separators} value={separator} onChosen={onSeparator} />
      {columnSelect(words.day, format.date, (date) => ({ date }))}
      <FormatSelect
        label={words.dayOrder}
        options={words.dayOrders}
        value={format.dayOrder}
        onChosen={(dayOrder) => onChange({ ...format, dayOrder })}
      />
      {columnSelect(words.description, format.description[0] ?? 0, (selected) => ({ description: [selected] }))}
      <FormatSelect
        label={words.amounts}
        options={words.kinds}
        value={amount.kind}
        onChosen={(kind) => onChange({ ...format, amount: amountOfKind(kind, mainColumn) })}
      />
      {amount.kind === "two" ? (
        <>
          {columnSelect(words.credit, amount.credit, (credit) => ({ amount: { ...amount, credit } }))}
          {columnSelect(words.debit, amount.debit, (debit) => ({ amount: { ...amount, debit } }))}
        </>
      ) : (
        columnSelect(words.amount, amount.column, (selected) => ({ amount: { ...amount, column: selected } }))
      )}
      {amount.kind === "marked" && columnSelect(words.mark, amount.mark, (mark) => ({ amount: { ...amount, mark } }))}
      <FormatSelect
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

interface FormatSelectProps<Value extends string> {
  label: string;
  options: Record<Value, string>;
  value: Value;
  onChosen: (value: Value) => void;
}

function FormatSelect<Value extends string>({ label, options, value, onChosen }: FormatSelectProps<Value>) {
  return (
    <label className="flex min-w-0 flex-col gap-1.5 font-semibold">
      {label}
      <select
        value={value}
        onChange={(event) => onChosen(event.target.value as Value)}
        className={`${selectClassName} font-normal`}
      >
        {Object.entries<string>(options).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
