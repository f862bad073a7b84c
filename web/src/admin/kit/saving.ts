// From checked values to a stored record with its pictures, in the order in which a failure harms nothing.

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

/** `uuid` is made once per form: sent twice, the record is there once. */
export function createRecord(place: RecordTarget, uuid: string, values: Values, watch: UploadOptions) {
  const { table, defaults } = place;
  const now = new Date().toISOString();
  return writeWithUploads(picturePlaces(table), changedOf(values, defaults), watch, (stored) =>
    insertRow(table, { uuid, ...stored, created_at: now, updated_at: now }),
  );
}

/** New pictures, the record, then the pictures that it no longer names: whenever it breaks off, the record shows one. */
export async function updateRecord(
  place: RecordTarget,
  row: AnyRow,
  values: Values,
  watch: UploadOptions,
): Promise<void> {
  const { table, defaults = {} } = place;
  const updated_at = new Date().toISOString();
  const before = Object.fromEntries(Object.keys(defaults).map((name) => [name, fieldsOf(row)[name]]));
  const replaced = replacedPictures(picturePlaces(table), row, values);
  if (replaced.length > 0) await assertUnchanged(table, row);
  await writeWithUploads(picturePlaces(table), changedOf(values, before), watch, (stored) =>
    updateRow(table, row, { ...stored, updated_at }),
  );
  await removeReplaced(replaced);
}

/** The files first: if they can't be removed, the record stays, and if it can't be deleted, they come back. */
export async function deleteRecord(place: RecordTarget, row: AnyRow): Promise<void> {
  const { table } = place;
  await assertUnchanged(table, row);
  await removePicturesThen(picturesOf(picturePlaces(table), row), () => deleteRow(table, row));
}

/** Without what was not given, and the defaults that are what they were. */
function changedOf(values: Values, before: Values = {}): Values {
  const isChanged = ([name, value]: [string, unknown]) =>
    value !== undefined &&
    (!(name in before) || JSON.stringify(value ?? null) !== JSON.stringify(before[name] ?? null));
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}
