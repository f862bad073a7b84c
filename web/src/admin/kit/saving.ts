// Saves validated records and their pictures, in an order in which no failure loses data.

import {
  picturePlaces,
  picturesOf,
  removePicturesThen,
  removeReplaced,
  replacedPictures,
  writeWithUploads,
} from "@/data/recordPictures";
import {
  type AnyRow,
  assertUnchanged,
  deleteRow,
  insertRow,
  type TableName,
  updateRow,
  type Values,
} from "@/data/records";
import type { UploadOptions } from "@/data/uploads";
import { fieldsOf } from "@/lib/typeGuards";

export interface RecordTarget {
  table: TableName;
  recentSignIn?: boolean;
  defaults?: Values;
}

/** `uuid` is generated once per form, which makes the insert idempotent. */
export function createRecord(target: RecordTarget, uuid: string, values: Values, upload: UploadOptions) {
  const { table, defaults } = target;
  const now = new Date().toISOString();
  return writeWithUploads(picturePlaces(table), changedValues(values, defaults), upload, (columns) =>
    insertRow(table, { uuid, ...columns, created_at: now, updated_at: now }),
  );
}

/**
 * Uploads new pictures, updates the record, then deletes replaced pictures: if interrupted at any point, the record
 * still has a picture.
 */
export async function updateRecord(
  target: RecordTarget,
  row: AnyRow,
  values: Values,
  upload: UploadOptions,
): Promise<void> {
  const { table, defaults = {} } = target;
  const updated_at = new Date().toISOString();
  const previous = Object.fromEntries(Object.keys(defaults).map((name) => [name, fieldsOf(row)[name]]));
  const replaced = replacedPictures(picturePlaces(table), row, values);
  if (replaced.length > 0) await assertUnchanged(table, row);
  await writeWithUploads(picturePlaces(table), changedValues(values, previous), upload, (columns) =>
    updateRow(table, row, { ...columns, updated_at }),
  );
  await removeReplaced(replaced);
}

/** Deletes the files first: if that fails, the record stays; if deleting the record fails, the files are restored. */
export async function deleteRecord(target: RecordTarget, row: AnyRow): Promise<void> {
  const { table } = target;
  await assertUnchanged(table, row);
  await removePicturesThen(picturesOf(picturePlaces(table), row), () => deleteRow(table, row));
}

/** Omits undefined values and unchanged defaults. */
function changedValues(values: Values, previous: Values = {}): Values {
  const isChanged = ([name, value]: [string, unknown]) =>
    value !== undefined &&
    (!(name in previous) || JSON.stringify(value ?? null) !== JSON.stringify(previous[name] ?? null));
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}
