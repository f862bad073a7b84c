// Requests that wait until the test lets them go on, or whose answers are lost.
import { expect, type Page } from "@playwright/test";

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
    await route.fallback();
  });
  return { asked: asked.given, letGo: released.give };
}

/** The next answer to a read of this address is late: `read` resolves once the backend gave it, `answer` lets it arrive. */
export async function delayAnswer(
  page: Page,
  address: string,
): Promise<{ read: Promise<void>; answer: () => Promise<void> }> {
  const [read, released, answered] = [createSignal(), createSignal(), createSignal()];
  let isFirst = true;
  await page.route(address, async (route) => {
    if (!isFirst || route.request().method() !== "GET") return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    read.give();
    await released.given;
    await route.fulfill({ response });
    answered.give();
  });
  const answer = async () => {
    released.give();
    await answered.given;
    await letSettle(page);
  };
  return { read: read.given, answer };
}

/** Time for the page to make something of what it was answered. */
export const letSettle = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));

/** Sends a form, and goes to another page before the first of these requests goes on. */
export async function leaveWhileSending(
  page: Page,
  address: RegExp | string,
  send: () => Promise<void>,
): Promise<void> {
  const { asked, letGo } = await holdRequests(page, address, (method) => method === "POST");
  await send();
  await asked;
  await page.getByRole("banner").getByRole("link", { name: "Gallery" }).click();
  await expect(page).toHaveURL("/gallery");
  letGo();
}

/** From now on, what is written to this address is stored, and nothing of it is answered. */
export async function loseAnswers(page: Page, address: RegExp | string): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() === "POST") await route.fetch();
    await route.abort();
  });
}
