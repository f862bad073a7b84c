// The entries of forms that the browser keeps.
import type { Page } from "@playwright/test";

/** What the browser has of entries: it writes them a moment after each key. */
export const storedEntries = (page: Page) =>
  page.evaluate(async () => {
    const name = "tapis_drafts";
    const known = await indexedDB.databases();
    // Opening one that is not there would make it, without a store.
    if (!known.some((database) => database.name === name)) return [];
    return new Promise<unknown[]>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction("entries").objectStore("entries").getAll();
        reading.onsuccess = () => resolve(reading.result.map(({ value }) => value));
        opening.result.close();
      };
    });
  });
