// From checked values to a stored record with its pictures, in the order in which a failure harms nothing.

import { picturesOf, withNewPictures, withoutOldPictures } from "@/data/recordPictures";
import {
  type AnyRow,
  deleteRow,
  insertRow,
  mustBeAsRead,
  type TableName,
  updateRow,
  type Values,
} from "@/data/records";
import type { UploadWatch } from "@/data/uploads";
import { fieldsOf } from "@/lib/untrusted";
import type { Picture } from "./resource";

export interface Place {
  table: TableName;
  pictures: readonly Picture[];
  recentSignIn?: boolean;
  additions?: Values;
}

/** `uuid` is made once per form: sent twice, the record is there once. */
export function add({ table, pictures, additions }: Place, uuid: string, values: Values, watch: UploadWatch) {
  const now = new Date().toISOString();
  return withNewPictures(pictures, changedOf(values, additions), watch, (stored) =>
    insertRow(table, { uuid, ...stored, created_at: now, updated_at: now }),
  );
}

/** A picture that is replaced goes first, then comes the new one, then the record. */
export async function change(
  { table, pictures, additions = {} }: Place,
  row: AnyRow,
  values: Values,
  watch: UploadWatch,
): Promise<void> {
  const updated_at = new Date().toISOString();
  const before = Object.fromEntries(Object.keys(additions).map((name) => [name, fieldsOf(row)[name]]));
  const write = () =>
    withNewPictures(pictures, changedOf(values, before), watch, (stored) =>
      updateRow(table, row, { ...stored, updated_at }),
    );
  const replaced = pictures.filter(({ column }) => values[column] instanceof File);
  if (replaced.length === 0) return write();
  await mustBeAsRead(table, row);
  await withoutOldPictures(picturesOf(replaced, row), write);
}

/** The files first: if they can't be removed, the record stays, and if it can't be deleted, they come back. */
export async function remove({ table, pictures }: Place, row: AnyRow): Promise<void> {
  await mustBeAsRead(table, row);
  await withoutOldPictures(picturesOf(pictures, row), () => deleteRow(table, row.uuid));
}

/** Without the additions that are what they were. */
function changedOf(values: Values, before: Values = {}): Values {
  const isChanged = ([name, value]: [string, unknown]) =>
    !(name in before) || JSON.stringify(value ?? null) !== JSON.stringify(before[name] ?? null);
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}
