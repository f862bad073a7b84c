// A record outside its table: picture, name and further facts.

import { getPictureColumns } from "@/data/recordPictures";
import type { RowOf, TableName } from "@/data/records";
import type { StoredImage } from "@/data/tables";
import { toFields } from "@/lib/typeGuards";
import { useAdminMessages } from "@/messages/admin";
import type { TableDefinition } from "./resource";
import { Thumbnail } from "./Thumbnail";

interface RecordSummaryProps<Name extends TableName> {
  facts: Pick<TableDefinition<Name>, "table" | "summary">;
  row: RowOf<Name>;
  withPicture?: boolean;
}

export function RecordSummary<Name extends TableName>({ facts, row, withPicture = false }: RecordSummaryProps<Name>) {
  const a = useAdminMessages();
  const [name, ...details] = facts.summary(row, a);
  const [picture] = getPictureColumns(facts.table);
  return (
    <div className="flex gap-4">
      {withPicture && picture && (
        <Thumbnail picture={picture} image={toFields(row)[picture.column] as StoredImage} missing={a.table.missing} />
      )}
      <ul className="min-w-0 break-words">
        <li className="font-semibold">{name}</li>
        {details.map((fact, index) => (
          <li key={index} className="text-muted">
            {fact}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Further records are only counted. */
const MAX_NAMED = 5;

/** A single record with its picture, several with their names only. */
export function RecordSummaries<Name extends TableName>({
  facts,
  rows,
}: Pick<RecordSummaryProps<Name>, "facts"> & { rows: readonly RowOf<Name>[] }) {
  const a = useAdminMessages();
  const [first] = rows;
  if (rows.length === 1 && first) return <RecordSummary facts={facts} row={first} withPicture />;
  return (
    <>
      <p className="font-semibold">{a.table.records(rows.length)}</p>
      <ul className="mt-2 border-line border-t">
        {rows.slice(0, MAX_NAMED).map((row) => (
          <li key={row.uuid} className="border-line border-b py-2">
            <RecordSummary facts={facts} row={row} />
          </li>
        ))}
      </ul>
      {rows.length > MAX_NAMED && <p className="mt-2 text-muted">{a.table.more(rows.length - MAX_NAMED)}</p>}
    </>
  );
}
