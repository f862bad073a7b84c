// A page as it stands: no axe violation, and nothing that makes a narrow screen scroll sideways.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "./fixtures.ts";

export async function isAccessible(page: Page): Promise<void> {
  await hasNoViolation(page);
  const sideways = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(sideways, `sideways scrolling on ${page.url()}`).toBe(0);
}

export async function hasNoViolation(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  // Judged when the small movements are over: a fading word has no contrast yet. What waits for its picture moves on.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((movement) => movement.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((movement) => movement.finished));
  });
  // Legacy: without a second page for the results of frames, of which there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  expect(found, page.url()).toEqual([]);
}

/** The smallest screen in daylight, and a large one at night. */
export const screens = [
  { colorScheme: "light", viewport: { width: 360, height: 800 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
] as const;
