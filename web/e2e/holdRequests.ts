// Requests that wait until the test lets them go on.
import type { Page } from "@playwright/test";

/** A promise that the test resolves. */
export function createSignal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Requests of this address wait from now on, if their method is held. `asked` resolves with the first of them. */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
  isHeld: (method: string) => boolean = () => true,
): Promise<{ asked: Promise<void>; letGo: () => void }> {
  const [asked, released] = [createSignal(), createSignal()];
  await page.route(address, async (route) => {
    if (isHeld(route.request().method())) {
      asked.give();
      await released.given;
    }
    await route.continue();
  });
  return { asked: asked.given, letGo: released.give };
}
