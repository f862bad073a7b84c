// An edit conflict: the stored and the entered values of the fields that both changed.

import type { BaseRow, RecordValues } from "@/data/records";
import { formatThousands } from "@/lib/money";
import { toFields } from "@/lib/typeGuards";
import { type FieldName, useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import type { Column } from "./resource";

interface ConflictProps<Row extends BaseRow> {
  columns: readonly Column<Row>[];
  stored: Row;
  entered: RecordValues;
  onTakeStored: () => void;
}

export function EditConflictNotice<Row extends BaseRow>({
  columns,
  stored,
  entered,
  onTakeStored,
}: ConflictProps<Row>) {
  const a = useAdminMessages();
  const edited = { ...stored, ...readable(entered) };
  const fields = Object.keys(entered) as FieldName[];
  const worded = columns.filter(({ holds }) => holds !== "rupiah");
  const compared = fields.map((field) => worded.find((column) => column.field === field) ?? plainColumn(field));
  return (
    <section aria-label={a.form.changed} className="flex flex-col items-start gap-3 border-line border-y py-4">
      <p>{a.form.compare}</p>
      {compared.map(({ field, text }) => (
        <dl key={field} className="grid w-full grid-cols-2 gap-x-4">
          <Version name={`${a.fields[field]}, ${a.form.storedVersion}`} text={text(stored, a)} />
          <Version name={`${a.fields[field]}, ${a.form.yourVersion}`} text={text(edited, a)} />
        </dl>
      ))}
      <Button look="outline" onClick={onTakeStored}>
        {a.form.takeStored}
      </Button>
    </section>
  );
}

function Version({ name, text }: { name: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="max-h-40 overflow-y-auto whitespace-pre-line break-words">{text || "-"}</dd>
    </div>
  );
}

/** A new file is shown by its name. */
function readable(entered: RecordValues): RecordValues {
  const entries = Object.entries(entered);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof File ? { title: value.name } : value]),
  );
}

/** An amount, or a field that the table doesn't show. */
function plainColumn(field: FieldName): Column<BaseRow> {
  return { field, text: (row) => plainText(toFields(row)[field]) };
}

function plainText(value: unknown): string {
  if (value instanceof File) return value.name;
  if (typeof value === "number") return formatThousands(value);
  if (Array.isArray(value)) return value.map(plainText).join("\n");
  if (typeof value !== "object" || value === null) return String(value ?? "");
  const { title } = toFields(value);
  return title === undefined ? Object.values(value).map(plainText).filter(Boolean).join(", ") : plainText(title);
}
