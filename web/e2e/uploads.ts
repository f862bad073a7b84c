// Uploads on their way: a line so slow that they can be watched, and how far they are.
import type { Page } from "./fixtures.ts";

/** From now on 60 KB a second leave the page. */
export async function slowUploads(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const unlimited = { latency: 0, downloadThroughput: -1, offline: false };
  await browser.send("Network.emulateNetworkConditions", { ...unlimited, uploadThroughput: 60_000 });
}

/** How full the bar is, of 100. */
export function progress(page: Page): Promise<number> {
  return page.getByRole("progressbar").evaluate((element: HTMLProgressElement) => element.value);
}
