// Two administrators edit a record at the same time: what only one of them changed is merged, the rest is a conflict.

import { isSameValue } from "@/data/matchesValues";
import { type BaseRow, EditConflictError, type RecordValues } from "@/data/records";
import { toFields } from "@/lib/typeGuards";

/** Somebody else has changed fields that were edited here too; `entered` holds only the entries in those. */
export class FieldConflictError extends EditConflictError {
  readonly stored: BaseRow;
  readonly entered: RecordValues;

  constructor(stored: BaseRow, entered: RecordValues) {
    super(stored);
    this.stored = stored;
    this.entered = entered;
  }
}

/** The values that differ from those with which the form was opened. */
export function pickEdited(values: RecordValues, initial: RecordValues): RecordValues {
  return pick(values, (name, value) => value !== undefined && !isEqual(value, initial[name]));
}

/** The form's fields as this version of the record has them. */
export function pickStored(version: BaseRow | null, opened: RecordValues): RecordValues {
  const stored = toFields(version);
  const names = Object.keys(opened).filter((name) => opened[name] !== undefined && name in stored);
  return Object.fromEntries(names.map((name) => [name, stored[name]]));
}

/** Saves over a version that somebody else has stored since, unless both changed the same field. */
export async function saveMerged<Row extends BaseRow>(
  version: Row | null,
  edited: RecordValues,
  save: (version: Row | null) => Promise<void>,
): Promise<void> {
  try {
    await save(version);
  } catch (failure) {
    const stored = failure instanceof EditConflictError ? (failure.current as Row | null) : null;
    if (!stored || stored.updated_at === version?.updated_at) throw failure;
    const [before, after] = [toFields(version), toFields(stored)];
    // The pictures of a new record are those that this form has sent before.
    const isOwnPicture = (value: unknown) => version === null && [value].flat().some((one) => one instanceof File);
    const isConflict = (name: string, value: unknown) =>
      !isEqual(before[name], after[name]) && !isSameValue(value, after[name]) && !isOwnPicture(value);
    const entered = pick(edited, isConflict);
    if (Object.keys(entered).length > 0) throw new FieldConflictError(stored, entered);
    await saveMerged(stored, edited, save);
  }
}

function pick(values: RecordValues, isPicked: (name: string, value: unknown) => boolean): RecordValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => isPicked(name, value)));
}

/** A chosen file equals nothing that is stored. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
