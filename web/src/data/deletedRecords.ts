// Deleted records and their restoration.

import { restClient } from "./backend";
import type { DeletedRecord, TableName } from "./tables";

export async function fetchDeletedRecords(table: TableName): Promise<DeletedRecord[]> {
  return (await (await restClient()).rpc("deleted_records").eq("place", table).throwOnError()).data;
}

/** Restores the record under its uuid; false if one of its pictures could not be restored. */
export async function restoreRecord({ place, uuid }: DeletedRecord): Promise<boolean> {
  return (await (await restClient()).rpc("restore_record", { place, uuid }).throwOnError()).data;
}
