// The stored pictures of a record that is written: what was added goes again, and what was removed comes back, when the write fails.

import { fieldsOf } from "@/lib/found";
import { wait } from "@/lib/wait";
import { files } from "./backend";
import { neverAnswered } from "./failures";
import { NobodyKnows, type Values } from "./records";
import type { StoredImage } from "./tables";
import { removePicture, sendingTo, type UploadWatch, uploadPicture } from "./uploads";

/** Which column of a table holds a picture, and the folder of its file. */
export interface PicturePlace {
  column: string;
  folder: string;
}

type Stored = { folder: string; image: StoredImage };

/** The old picture could not be put back: the record shows none until a new one is stored. */
export class NotPutBack extends Error {}

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
    if (!(failure instanceof NobodyKnows)) await removeAll(stored).catch(console.error);
    throw failure;
  }
}

/** Removes files, and does the rest; puts them back, under their own names, if that fails. */
export async function withoutOldPictures(old: readonly Stored[], rest: () => Promise<void>): Promise<void> {
  const spares = await Promise.all(old.map(spareOf));
  const gone: Spare[] = [];
  try {
    for (const spare of spares) await removeOne(spare, gone);
    await rest();
  } catch (failure) {
    if (!(failure instanceof NobodyKnows)) await putBack(gone, failure);
    throw failure;
  }
}

/** What was refused is still there; what was never answered may be gone. */
async function removeOne(spare: Spare, gone: Spare[]): Promise<void> {
  try {
    await removePicture(spare.folder, spare.image.filename);
    gone.push(spare);
  } catch (failure) {
    if (neverAnswered(failure)) gone.push(spare);
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
  const uploads = places.map(async ({ column, folder }, place) => {
    const onProgress = (part: number) => {
      parts[place] = part;
      watch.onProgress?.(parts.reduce((sum, one) => sum + one, 0) / parts.length);
    };
    return { folder, image: await uploadPicture(folder, values[column] as File, { ...watch, onProgress }) };
  });
  const outcomes = await Promise.allSettled(uploads);
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  const stored = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  if (failures.length === 0) return stored;
  await removeAll(stored).catch(console.error);
  throw failures.length === 1 ? failures[0] : new AggregateError(failures);
}

type Spare = Stored & { bytes: Blob | null };

/** What is about to be removed, kept in the browser; null where there is no such file any more. */
async function spareOf({ folder, image }: Stored): Promise<Spare> {
  const { data, error } = await (await files()).download(`${folder}/${image.filename}`);
  if (error && !isMissing(error)) throw error;
  return { folder, image, bytes: data };
}

function isMissing(failure: unknown): boolean {
  const { status, statusCode } = fieldsOf(failure);
  return status === 404 || String(statusCode) === "404";
}

/** A network that stumbles for a moment gets more than one chance. */
const PAUSES_MS = [0, 1_000, 3_000];

async function putBack(spares: readonly Spare[], failure: unknown): Promise<void> {
  for (const spare of spares) {
    if (!(await isBack(spare))) throw new NotPutBack("The old picture could not be put back", { cause: failure });
  }
}

async function isBack({ folder, image, bytes }: Spare): Promise<boolean> {
  if (!bytes) return true;
  for (const pause of PAUSES_MS) {
    await wait(pause);
    const upload = { ...sendingTo(folder), contentType: bytes.type };
    const { error } = await (await files()).upload(`${folder}/${image.filename}`, bytes, upload);
    if (!error || isThere(error)) return true;
  }
  return false;
}

/** It was never removed. */
function isThere(failure: unknown): boolean {
  const { status, statusCode } = fieldsOf(failure);
  return status === 409 || String(statusCode) === "409";
}
