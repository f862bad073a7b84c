// Saves validated records and their pictures, in an order in which no failure loses data.

import {
  getPictureColumns,
  getRecordPictures,
  getReplacedPictures,
  removePicturesThen,
  removeReplacedPictures,
  writeWithUploads,
} from "@/data/recordPictures";
import {
  assertUnchanged,
  type BaseRow,
  deleteRow,
  insertRow,
  type RecordValues,
  type TableName,
  updateRow,
} from "@/data/records";
import type { UploadOptions } from "@/data/uploads";

export interface RecordTarget {
  table: TableName;
  recentSignIn?: boolean;
  defaults?: RecordValues;
}

/** `uuid` is generated once per form, which makes the insert idempotent. */
export function createRecord(target: RecordTarget, uuid: string, values: RecordValues, upload: UploadOptions) {
  const { table, defaults } = target;
  const now = new Date().toISOString();
  return writeWithUploads(getPictureColumns(table), withoutDefaults(values, defaults), upload, (columns) =>
    insertRow(table, { uuid, ...columns, created_at: now, updated_at: now }),
  );
}

/**
 * Uploads new pictures, updates the edited columns, then deletes replaced pictures: if interrupted at any point, the record
 * still has a picture.
 */
export async function updateRecord(
  { table }: RecordTarget,
  row: BaseRow,
  edited: RecordValues,
  upload: UploadOptions,
): Promise<void> {
  const updated_at = new Date().toISOString();
  const replaced = getReplacedPictures(getPictureColumns(table), row, edited);
  if (replaced.length > 0) await assertUnchanged(table, row);
  await writeWithUploads(getPictureColumns(table), edited, upload, (columns) =>
    updateRow(table, row, { ...columns, updated_at }),
  );
  await removeReplacedPictures(replaced);
}

/** Deletes the files first: if that fails, the record stays; if deleting the record fails, the files are restored. */
export async function deleteRecord(target: RecordTarget, row: BaseRow): Promise<void> {
  const { table } = target;
  await assertUnchanged(table, row);
  await removePicturesThen(getRecordPictures(getPictureColumns(table), row), () => deleteRow(table, row));
}

/** Omits undefined values and those that are the database's defaults. */
function withoutDefaults(values: RecordValues, defaults: RecordValues = {}): RecordValues {
  const isSent = ([name, value]: [string, unknown]) =>
    value !== undefined &&
    (!(name in defaults) || JSON.stringify(value ?? null) !== JSON.stringify(defaults[name] ?? null));
  return Object.fromEntries(Object.entries(values).filter(isSent));
}
