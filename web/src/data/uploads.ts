// Pictures on their way to the shop's bucket and out of it again.

import { config } from "@/lib/config";
import { storedName } from "@/lib/fileNames";
import { reducedPicture } from "@/lib/reducedPicture";
import { files, ownTables } from "./backend";
import type { Watch } from "./progressFetch";
import type { StoredImage } from "./tables";

export type UploadWatch = Pick<Watch, "onProgress" | "signal">;

/** Fetches what sending needs while the person still types: a network that goes away later can't take the page with it. */
export async function prepareSending(): Promise<void> {
  await Promise.all([files(), ownTables()]);
}

// What search engines may show. A comcard and a proof of payment have public addresses too, and are nobody's to find.
const foundBySearch = ["products", "gallery", "slides", "about-us-section"];

/** How a picture is sent into a folder, as the client's options. */
export function sendingTo(folder: string) {
  return { upsert: false, headers: foundBySearch.includes(folder) ? { "x-robots-tag": "all" } : {} };
}

/** Stores a picture under a name that nobody has; a phone's large one is made smaller first. */
export async function uploadPicture(folder: string, file: File, watch: UploadWatch = {}): Promise<StoredImage> {
  const picture = await reducedPicture(file);
  watch.signal?.throwIfAborted();
  const { filename, title } = storedName(picture.name);
  const onTooLate = () => void removePicture(folder, filename).catch(console.error);
  const bucket = await files({ ...watch, onTooLate });
  const { data, error } = await bucket.upload(`${folder}/${filename}`, picture, sendingTo(folder));
  if (error) throw error;
  return { filename, title, url: `${config.url}/storage/v1/object/public/${data.fullPath}` };
}

/** Fails only where an error comes with an empty result: a file that is gone already is no reason to stop. */
export async function removePicture(folder: string, filename: string): Promise<void> {
  const bucket = await files();
  const answer = await bucket.remove([`${folder}/${filename}`]);
  const removed: readonly unknown[] = answer.data ?? [];
  if (answer.error && removed.length === 0) throw answer.error;
}
