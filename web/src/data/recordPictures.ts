// The stored pictures of a record that is written: what was added goes again, and what was removed comes back, when the write fails.

import { fieldsOf } from "@/lib/untrusted";
import { wait } from "@/lib/wait";
import { ownTables } from "./backend";
import { neverAnswered } from "./failures";
import type { PicturePlace } from "./pictures";
import { OutcomeUnknown, type Values } from "./records";
import type { StoredImage } from "./tables";
import { removePicture, type UploadWatch, uploadPicture } from "./uploads";

type Stored = { folder: string; image: StoredImage };

/** The old picture could not be restored: the record shows none until a new one is stored. */
export class NotRestored extends Error {}

/** Uploads the files among `values`, and writes the record with what was stored; removes it again if that fails. */
export async function withNewPictures(
  places: readonly PicturePlace[],
  values: Values,
  watch: UploadWatch,
  write: (values: Values) => Promise<void>,
): Promise<void> {
  const sent = places.filter(({ column }) => values[column] instanceof File);
  const stored = await uploadAll(sent, values, watch);
  const images = Object.fromEntries(sent.map(({ column }, place) => [column, stored[place]?.image]));
  try {
    await write({ ...values, ...images });
  } catch (failure) {
    if (!(failure instanceof OutcomeUnknown)) await removeAll(stored).catch(console.error);
    throw failure;
  }
}

/** Removes files, and does the rest; restores them if that fails. */
export async function withoutOldPictures(old: readonly Stored[], rest: () => Promise<void>): Promise<void> {
  const gone: Stored[] = [];
  try {
    for (const picture of old) await removeOne(picture, gone);
    await rest();
  } catch (failure) {
    if (!(failure instanceof OutcomeUnknown)) await restoreAll(gone, failure);
    throw failure;
  }
}

/** What was refused is still there; what was never answered may be gone. */
async function removeOne(picture: Stored, gone: Stored[]): Promise<void> {
  try {
    await removePicture(picture.folder, picture.image.filename);
    gone.push(picture);
  } catch (failure) {
    if (neverAnswered(failure)) gone.push(picture);
    throw failure;
  }
}

/** The files that a record refers to. */
export function picturesOf(places: readonly PicturePlace[], row: object): Stored[] {
  return places.map(({ column, folder }) => ({ folder, image: fieldsOf(row)[column] as StoredImage }));
}

async function removeAll(stored: readonly Stored[]): Promise<void> {
  for (const { folder, image } of stored) await removePicture(folder, image.filename);
}

/** All at once; if one fails the others go again, and every failure is told. */
async function uploadAll(places: readonly PicturePlace[], values: Values, watch: UploadWatch): Promise<Stored[]> {
  const parts = places.map(() => 0);
  const uploads = places.map(async ({ column, folder, visibility }, place) => {
    const onProgress = (part: number) => {
      parts[place] = part;
      watch.onProgress?.(parts.reduce((sum, one) => sum + one, 0) / parts.length);
    };
    return {
      folder,
      image: await uploadPicture({ folder, visibility }, values[column] as File, { ...watch, onProgress }),
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
const PAUSES_MS = [0, 1_000, 3_000];

async function restoreAll(pictures: readonly Stored[], failure: unknown): Promise<void> {
  for (const picture of pictures) {
    if (!(await isRestored(picture)))
      throw new NotRestored("The old picture could not be restored", { cause: failure });
  }
}

/** Removed files are kept for a day; a backend without such a trash says so, and asking again would not help. */
async function isRestored({ folder, image }: Stored): Promise<boolean> {
  const name = `${folder}/${image.filename}`;
  for (const pause of PAUSES_MS) {
    await wait(pause);
    const { data, error } = await (await ownTables()).rpc("restore_removed_picture", { name });
    if (!error) return data;
    if (fieldsOf(error).hint === "no_undelete") return false;
  }
  return false;
}
