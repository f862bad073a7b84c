// Saves validated records and their pictures, in an order in which no failure loses data.

import { matchesValues } from "@/data/matchesValues";
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
  EditConflictError,
  fetchRow,
  insertRow,
  type RecordValues,
  type TableName,
  updateRow,
} from "@/data/records";
import type { UploadOptions } from "@/data/uploads";
import { toFields } from "@/lib/typeGuards";

const UNIQUE_VIOLATION = "23505";

interface RecordTarget {
  table: TableName;
  recentSignIn?: boolean;
  defaults?: RecordValues;
  /** Inserts a new row, if that takes more than its columns. */
  insert?: (row: RecordValues & { uuid: string }) => Promise<void>;
}

/** `uuid` is generated once per form: a row that has it already is this one, whose answer got lost. */
export function createRecord(target: RecordTarget, uuid: string, values: RecordValues, upload: UploadOptions) {
  const { table, defaults, insert = (row) => insertRow(table, row) } = target;
  const now = new Date().toISOString();
  return writeWithUploads(getPictureColumns(table), changedValues(values, defaults), upload, (columns) =>
    insert({ uuid, ...columns, created_at: now, updated_at: now }).catch(async (failure: unknown) => {
      const stored = toFields(failure).code === UNIQUE_VIOLATION ? await fetchRow(table, uuid) : null;
      if (!stored) throw failure;
      if (!matchesValues(stored, pickColumns(stored, columns))) throw new EditConflictError(stored);
    }),
  );
}

/**
 * Uploads new pictures, updates the record, then deletes replaced pictures: if interrupted at any point, the record
 * still has a picture.
 */
export async function updateRecord(
  target: RecordTarget,
  row: BaseRow,
  values: RecordValues,
  upload: UploadOptions,
): Promise<void> {
  const { table, defaults = {} } = target;
  const updated_at = new Date().toISOString();
  const previous = Object.fromEntries(Object.keys(defaults).map((name) => [name, toFields(row)[name]]));
  const replaced = getReplacedPictures(getPictureColumns(table), row, values);
  if (replaced.length > 0) await assertUnchanged(table, row);
  await writeWithUploads(getPictureColumns(table), changedValues(values, previous), upload, (columns) =>
    updateRow(table, row, { ...pickColumns(row, columns), updated_at }),
  );
  await removeReplacedPictures(replaced);
}

/** Deletes the files first: if that fails, the record stays; if deleting the record fails, the files are restored. */
export async function deleteRecord(target: RecordTarget, row: BaseRow): Promise<void> {
  const { table } = target;
  await assertUnchanged(table, row);
  await removePicturesThen(getRecordPictures(getPictureColumns(table), row), () => deleteRow(table, row));
}

/** Without what only `insert` takes. */
function pickColumns(row: BaseRow, values: RecordValues): RecordValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in row));
}

/** Omits undefined values and unchanged defaults. */
function changedValues(values: RecordValues, previous: RecordValues = {}): RecordValues {
  const isChanged = ([name, value]: [string, unknown]) =>
    value !== undefined &&
    (!(name in previous) || JSON.stringify(value ?? null) !== JSON.stringify(previous[name] ?? null));
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}
