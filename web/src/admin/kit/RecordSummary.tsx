// A record where it stands alone, outside of its table: its picture, its name, and what else it is known by.

import { picturePlaces } from "@/data/recordPictures";
import type { RowOf, TableName } from "@/data/records";
import type { StoredImage } from "@/data/tables";
import { fieldsOf } from "@/lib/typeGuards";
import { useAdminMessages } from "@/messages/admin";
import type { TableFacts } from "./resource";
import { Thumbnail } from "./Thumbnail";

interface RecordSummaryProps<Name extends TableName> {
  facts: Pick<TableFacts<Name>, "table" | "known">;
  row: RowOf<Name>;
  withPicture?: boolean;
}

export function RecordSummary<Name extends TableName>({ facts, row, withPicture = false }: RecordSummaryProps<Name>) {
  const a = useAdminMessages();
  const [name, ...more] = facts.known(row, a);
  const [place] = picturePlaces(facts.table);
  return (
    <div className="flex gap-4">
      {withPicture && place && (
        <Thumbnail place={place} image={fieldsOf(row)[place.column] as StoredImage} missing={a.table.missing} />
      )}
      <ul className="min-w-0 break-words">
        <li className="font-semibold">{name}</li>
        {more.map((fact, place) => (
          <li key={place} className="text-muted">
            {fact}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** So many are named; more are counted. */
const NAMED = 5;

/** One with its picture, several by their names. */
export function RecordSummaries<Name extends TableName>({
  facts,
  rows,
}: Pick<RecordSummaryProps<Name>, "facts"> & { rows: readonly RowOf<Name>[] }) {
  const a = useAdminMessages();
  const [only] = rows;
  if (rows.length === 1 && only) return <RecordSummary facts={facts} row={only} withPicture />;
  return (
    <>
      <p className="font-semibold">{a.table.records(rows.length)}</p>
      <ul className="mt-2 border-line border-t">
        {rows.slice(0, NAMED).map((row) => (
          <li key={row.uuid} className="border-line border-b py-2">
            <RecordSummary facts={facts} row={row} />
          </li>
        ))}
      </ul>
      {rows.length > NAMED && <p className="mt-2 text-muted">{a.table.more(rows.length - NAMED)}</p>}
    </>
  );
}
