// Small pictures of those whom a door expects, for when there is no network: they stay in the browser with its lists, until its
// person signs out.

import { indexedDbStore } from "@/lib/indexedDbStore";
import { comcardImage } from "./auditions";
import { DOOR_LISTS } from "./doorLists";
import { personalWidths, readPicture } from "./pictures";

/** Five megabytes or so. */
const MOST_CARDS = 500;
/** In pixels: what the door shows, on a phone's screen. */
const WIDTH = 270;

const ask = indexedDbStore(DOOR_LISTS, "lists", "key");
const PREFIX = "card ";
const all = () => IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`);

/** Ends with the first one that can't be read: the next time goes on from there. Those of nobody here are forgotten. */
export async function cacheCards(filenames: readonly string[]): Promise<void> {
  const wanted = [...new Set(filenames)].slice(0, MOST_CARDS).map((filename) => PREFIX + filename);
  const kept = await ask<IDBValidKey[]>("readonly", (store) => store.getAllKeys(all()));
  for (const key of kept) if (!wanted.includes(String(key))) await ask("readwrite", (store) => store.delete(key));
  for (const key of wanted) if (!kept.includes(key)) await keep(key);
}

async function keep(key: string): Promise<void> {
  const read = await readPicture(comcardImage.folder, key.slice(PREFIX.length), personalWidths.small);
  const value = await reduced(read);
  await ask("readwrite", (store) => store.put({ key, value }));
}

async function reduced(picture: Blob): Promise<Blob> {
  const drawn = await createImageBitmap(picture, { resizeWidth: WIDTH, resizeQuality: "medium" });
  const canvas = new OffscreenCanvas(drawn.width, drawn.height);
  canvas.getContext("2d")?.drawImage(drawn, 0, 0);
  drawn.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.75 });
}

/** Null where none was kept. */
export async function cachedCard(filename: string): Promise<Blob | null> {
  try {
    const found = await ask<{ value: Blob } | undefined>("readonly", (store) => store.get(PREFIX + filename));
    return found?.value ?? null;
  } catch {
    return null;
  }
}
