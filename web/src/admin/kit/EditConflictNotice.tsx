// An edit conflict: the stored and the entered values where they differ.

import type { BaseRow, RecordValues } from "@/data/records";
import { useAdminMessages } from "@/messages/admin";
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
  const differing = columns.filter(({ text }) => text(stored, a) !== text(edited, a));
  return (
    <section aria-label={a.form.changed} className="flex flex-col items-start gap-3 border-line border-y py-4">
      <p>{a.form.compare}</p>
      {differing.map(({ field, text }) => (
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

/** A new file is shown by its name; unset values are unchanged. */
function readable(entered: RecordValues): RecordValues {
  const entries = Object.entries(entered).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof File ? { title: value.name } : value]),
  );
}
