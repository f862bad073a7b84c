// What administrators deleted, and the way back.

import { restClient } from "./backend";
import type { DeletedRecord, TableName } from "./tables";

export async function deletedRecords(table: TableName): Promise<DeletedRecord[]> {
  const { data } = await (await restClient()).rpc("deleted_records").throwOnError();
  return data.filter(({ place }) => place === table);
}

/** Under the number that it had; false when a picture of it could not be brought back. */
export async function restoreRecord({ place, uuid }: DeletedRecord): Promise<boolean> {
  return (await (await restClient()).rpc("restore_record", { place, uuid }).throwOnError()).data;
}
