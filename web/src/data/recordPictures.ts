// The stored pictures of a record that is written: what was added goes again, and what was removed comes back, when the write fails.

import { isNetworkError } from "@/lib/networkErrors";
import { fieldsOf } from "@/lib/typeGuards";
import { wait } from "@/lib/wait";
import { restClient } from "./backend";
import type { PicturePlace } from "./pictures";
import { OutcomeUnknown, type TableName, type Values } from "./records";
import { pictureColumns } from "./rows.generated";
import type { StoredImage } from "./tables";
import { removePicture, type UploadOptions, uploadPicture } from "./uploads";

type Stored = { folder: string; image: StoredImage };

/** A picture that was removed could not be restored: its record shows none until a new one is stored. */
export class RestoreFailed extends Error {}

/** The columns of a table that hold pictures. */
export function picturePlaces(table: TableName): readonly PicturePlace[] {
  const declared: Partial<Record<TableName, Record<string, PicturePlace>>> = pictureColumns;
  return Object.values(declared[table] ?? {});
}

/** Uploads the files among `values`, also in lists, and writes the record with what was stored; removes it if that fails. */
export async function writeWithUploads(
  places: readonly PicturePlace[],
  values: Values,
  uploadOptions: UploadOptions,
  write: (values: Values) => Promise<void>,
): Promise<void> {
  const uploads = places.flatMap((place) => filesIn(values[place.column]).map((file) => ({ ...place, file })));
  const stored = await uploadAll(uploads, uploadOptions);
  const images = new Map(uploads.map(({ file }, index) => [file, stored[index]?.image]));
  const imageOf = (value: unknown) => (value instanceof File ? images.get(value) : value);
  const withImages = (value: unknown) => (Array.isArray(value) ? value.map(imageOf) : imageOf(value));
  try {
    await write(Object.fromEntries(Object.entries(values).map(([column, value]) => [column, withImages(value)])));
  } catch (failure) {
    if (!(failure instanceof OutcomeUnknown)) await removeAll(stored).catch(console.error);
    throw failure;
  }
}

/** Removes what a stored record names no longer. What can't be removed is unused and harms nobody: the write stands. */
export async function removeReplaced(pictures: readonly Stored[]): Promise<void> {
  await removeAll(pictures).catch(console.error);
}

/** Removes files, and does the rest; restores them if that fails. */
export async function removePicturesThen(pictures: readonly Stored[], act: () => Promise<void>): Promise<void> {
  const removed: Stored[] = [];
  try {
    for (const picture of pictures) await removeOne(picture, removed);
    await act();
  } catch (failure) {
    if (!(failure instanceof OutcomeUnknown)) await restoreAll(removed, failure);
    throw failure;
  }
}

/** What was refused is still there; what was never answered may be gone. */
async function removeOne(picture: Stored, removed: Stored[]): Promise<void> {
  try {
    await removePicture(picture.folder, picture.image.filename);
    removed.push(picture);
  } catch (failure) {
    if (isNetworkError(failure)) removed.push(picture);
    throw failure;
  }
}

/** The files that a record refers to, in columns with a picture and in those with a list of them. */
export function picturesOf(places: readonly PicturePlace[], row: object): Stored[] {
  return places.flatMap((place) => imagesIn(place, row).map((image) => ({ folder: place.folder, image })));
}

/** Those that another file takes the place of, or that are no longer in their list. */
export function replacedPictures(places: readonly PicturePlace[], row: object, values: Values): Stored[] {
  return places.flatMap((place) => {
    const value = values[place.column];
    const kept = Array.isArray(value) ? value.map((one) => fieldsOf(one).filename) : null;
    const isReplaced = ({ filename }: StoredImage) => (kept ? !kept.includes(filename) : value instanceof File);
    return picturesOf([place], row).filter(({ image }) => isReplaced(image));
  });
}

function imagesIn({ column }: PicturePlace, row: object): StoredImage[] {
  const value = fieldsOf(row)[column];
  return (Array.isArray(value) ? value : [value]) as StoredImage[];
}

function filesIn(value: unknown): File[] {
  return [value].flat().filter((one) => one instanceof File);
}

async function removeAll(stored: readonly Stored[]): Promise<void> {
  for (const { folder, image } of stored) await removePicture(folder, image.filename);
}

/** All at once; if one fails the others go again, and every failure is told. */
async function uploadAll(
  files: readonly (PicturePlace & { file: File })[],
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

/** A network that stumbles for a moment gets more than one chance. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000];

async function restoreAll(pictures: readonly Stored[], failure: unknown): Promise<void> {
  for (const picture of pictures) {
    if (!(await tryRestore(picture))) throw new RestoreFailed("The picture could not be restored", { cause: failure });
  }
}

/** Removed files are kept for thirty days; a backend without such a trash says so, and asking again would not help. */
async function tryRestore({ folder, image }: Stored): Promise<boolean> {
  const name = `${folder}/${image.filename}`;
  for (const delay of RETRY_DELAYS_MS) {
    await wait(delay);
    const { data, error } = await (await restClient()).rpc("restore_removed_picture", { name });
    if (!error) return data;
    if (fieldsOf(error).hint === "no_undelete") return false;
  }
  return false;
}
