// Keeps a record's stored pictures consistent with its row: uploads are removed and removals restored if the write fails.

import { isNetworkError } from "@/lib/networkErrors";
import { toFields } from "@/lib/typeGuards";
import { wait } from "@/lib/wait";
import { restClient } from "./backend";
import type { PictureColumn } from "./pictures";
import { type RecordValues, type TableName, WriteOutcomeUnknownError } from "./records";
import { pictureColumns } from "./rows.generated";
import type { StoredImage } from "./tables";
import { removePicture, type UploadOptions, uploadPicture } from "./uploads";

type Stored = { folder: string; image: StoredImage };

/** A removed picture could not be restored: its record has none until a new one is stored. */
export class PictureRestoreError extends Error {}

/** The picture columns of a table. */
export function getPictureColumns(table: TableName): readonly PictureColumn[] {
  const declared: Partial<Record<TableName, Record<string, PictureColumn>>> = pictureColumns;
  return Object.values(declared[table] ?? {});
}

/** Uploads the files in `values`, also in lists, and writes the record with the stored images; removes them if that fails. */
export async function writeWithUploads(
  columns: readonly PictureColumn[],
  values: RecordValues,
  uploadOptions: UploadOptions,
  write: (values: RecordValues) => Promise<void>,
): Promise<void> {
  const uploads = columns.flatMap((declared) =>
    filesIn(values[declared.column]).map((file) => ({ ...declared, file })),
  );
  const stored = await uploadAll(uploads, uploadOptions);
  const images = new Map(uploads.map(({ file }, index) => [file, stored[index]?.image]));
  const imageOf = (value: unknown) => (value instanceof File ? images.get(value) : value);
  const withImages = (value: unknown) => (Array.isArray(value) ? value.map(imageOf) : imageOf(value));
  try {
    await write(Object.fromEntries(Object.entries(values).map(([column, value]) => [column, withImages(value)])));
  } catch (failure) {
    if (!(failure instanceof WriteOutcomeUnknownError)) await removeAll(stored).catch(console.error);
    throw failure;
  }
}

/** Removes pictures that a stored record no longer references. Failures only leave unused files, and are logged. */
export async function removeReplacedPictures(pictures: readonly Stored[]): Promise<void> {
  await removeAll(pictures).catch(console.error);
}

/** Removes the files, then runs `act`; restores them if that fails. */
export async function removePicturesThen(pictures: readonly Stored[], act: () => Promise<void>): Promise<void> {
  const removed: Stored[] = [];
  try {
    for (const picture of pictures) await removeOne(picture, removed);
    await act();
  } catch (failure) {
    if (!(failure instanceof WriteOutcomeUnknownError)) await restoreAll(removed, failure);
    throw failure;
  }
}

/** After a refusal the file still exists; after a network failure it may have been removed. */
async function removeOne(picture: Stored, removed: Stored[]): Promise<void> {
  try {
    await removePicture(picture.folder, picture.image.filename);
    removed.push(picture);
  } catch (failure) {
    if (isNetworkError(failure)) removed.push(picture);
    throw failure;
  }
}

/** The images of a record, from single and list columns. */
export function getRecordPictures(columns: readonly PictureColumn[], row: object): Stored[] {
  return columns.flatMap((declared) => imagesIn(declared, row).map((image) => ({ folder: declared.folder, image })));
}

/** Images that are replaced by a new file, or no longer in their list. */
export function getReplacedPictures(columns: readonly PictureColumn[], row: object, values: RecordValues): Stored[] {
  return columns.flatMap((declared) => {
    const value = values[declared.column];
    const kept = Array.isArray(value) ? value.map((one) => toFields(one).filename) : null;
    const isReplaced = ({ filename }: StoredImage) => (kept ? !kept.includes(filename) : value instanceof File);
    return getRecordPictures([declared], row).filter(({ image }) => isReplaced(image));
  });
}

function imagesIn({ column }: PictureColumn, row: object): StoredImage[] {
  const value = toFields(row)[column];
  return (Array.isArray(value) ? value : [value]) as StoredImage[];
}

function filesIn(value: unknown): File[] {
  return [value].flat().filter((one) => one instanceof File);
}

async function removeAll(stored: readonly Stored[]): Promise<void> {
  for (const { folder, image } of stored) await removePicture(folder, image.filename);
}

/** Uploads in parallel; if one fails, the others are removed, and all failures are thrown. */
async function uploadAll(
  files: readonly (PictureColumn & { file: File })[],
  uploadOptions: UploadOptions,
): Promise<Stored[]> {
  const progress = files.map(() => 0);
  const uploads = files.map(async ({ folder, visibility, file }, index) => {
    const onProgress = (fraction: number) => {
      progress[index] = fraction;
      uploadOptions.onProgress?.(progress.reduce((sum, one) => sum + one, 0) / progress.length);
    };
    return {
      folder,
      image: await uploadPicture({ folder, visibility }, file, { ...uploadOptions, onProgress }),
    };
  });
  const outcomes = await Promise.allSettled(uploads);
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  const stored = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  if (failures.length === 0) return stored;
  await removeAll(stored).catch(console.error);
  throw failures.length === 1 ? failures[0] : new AggregateError(failures);
}

/** Retries bridge a short network failure. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000];

async function restoreAll(pictures: readonly Stored[], failure: unknown): Promise<void> {
  for (const picture of pictures) {
    if (!(await tryRestore(picture)))
      throw new PictureRestoreError("The picture could not be restored", { cause: failure });
  }
}

/** Removed files stay in the trash for thirty days; a backend without one says so, and a retry wouldn't help. */
async function tryRestore({ folder, image }: Stored): Promise<boolean> {
  const name = `${folder}/${image.filename}`;
  for (const delay of RETRY_DELAYS_MS) {
    await wait(delay);
    const { data, error } = await (await restClient()).rpc("restore_removed_picture", { name });
    if (!error) return data;
    if (toFields(error).hint === "no_undelete") return false;
  }
  return false;
}
