// Uploads to the shop's bucket, and removal.

import { config } from "@/lib/config";
import { downscalePicture } from "@/lib/downscalePicture";
import { correctExtension, createStoredName } from "@/lib/fileNames";
import { getStorageBucket, restClient } from "./backend";
import type { ProgressOptions } from "./createProgressFetch";
import type { PictureColumn } from "./pictures";
import { sessionStore } from "./session";
import type { StoredImage } from "./tables";
import { cacheUpload } from "./uploadCache";

type UploadTarget = Pick<PictureColumn, "folder" | "visibility">;
export type UploadOptions = Pick<ProgressOptions, "onProgress" | "signal">;

/** Preloads the clients while the user fills in the form, so that a later network failure can't break the page. */
export async function preloadUploadClients(): Promise<void> {
  await Promise.all([getStorageBucket(), restClient()]);
}

/** Stores a picture under a unique name; large ones are downscaled first. */
export async function uploadPicture(
  { folder, visibility }: UploadTarget,
  file: File,
  uploadOptions: UploadOptions = {},
): Promise<StoredImage> {
  const picture = await downscalePicture(file);
  const head = new Uint8Array(await picture.slice(0, 32).arrayBuffer());
  uploadOptions.signal?.throwIfAborted();
  const { filename, title } = createStoredName(correctExtension(picture.name, head));
  const onStoredAfterCancel = () => void removePicture(folder, filename).catch(console.error);
  // Overrides the default noindex for pictures that search engines may list.
  const headers = visibility === "indexed" ? { "x-robots-tag": "all" } : {};
  const options = { upsert: false, headers, ...(visibility === "personal" && { metadata: fileMetadata(file) }) };
  const bucket = await getStorageBucket({ ...uploadOptions, onStoredAfterCancel });
  const sender = sessionStore.read().user.id;
  const { data, error } = await bucket.upload(`${folder}/${filename}`, picture, options);
  if (error) throw error;
  if (visibility === "personal") await cacheUpload(sender, `${folder}/${filename}`, picture).catch(console.error);
  return { filename, title, url: `${config.url}/storage/v1/object/public/${data.fullPath}` };
}

/** The file's modification time, for the review: a proof of payment older than its order is suspicious. */
function fileMetadata(file: File) {
  return { lastModified: new Date(file.lastModified).toISOString() };
}

/** Rejects only if an error comes with an empty result; a missing file is no error. */
export async function removePicture(folder: string, filename: string): Promise<void> {
  const bucket = await getStorageBucket();
  const result = await bucket.remove([`${folder}/${filename}`]);
  const removed: readonly unknown[] = result.data ?? [];
  if (result.error && removed.length === 0) throw result.error;
}
