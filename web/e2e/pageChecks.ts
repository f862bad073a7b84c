// A page as it stands: no axe violation, and nothing that makes a narrow screen scroll sideways.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import type { run } from "axe-core";
import { expect, type Page } from "./fixtures.ts";

const axe = readFileSync(join(import.meta.dirname, "../node_modules/axe-core/axe.min.js"), "utf8");

/** The smallest screen in daylight, and a large one at night. */
export const screens = [
  { colorScheme: "light", viewport: { width: 360, height: 800 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
] as const;

type Screen = (typeof screens)[number];

/** Judged on every screen, one after the other, without opening the page again; `shown` must be seen on each. */
export async function isAccessibleEverywhere(page: Page, shown = page.getByRole("main")): Promise<void> {
  for (const screen of screens) await isAccessibleOn(page, screen, shown);
}

/** On one of them: of many pages of the same parts every other one is judged by night. */
export async function isAccessibleOn(page: Page, screen: Screen | undefined, shown: Locator): Promise<void> {
  const { colorScheme, viewport } = screen ?? screens[0];
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await expect(shown).toBeVisible();
  await isAccessible(page);
}

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
  await page.evaluate(async () => {
    // Another size or scheme is drawn with the next frame.
    await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter((movement) => movement.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((movement) => movement.finished));
  });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(judge);
  expect(found, page.url()).toEqual([]);
}

/** Runs in the page: each rule that is violated, with the elements that do. */
async function judge(): Promise<string[]> {
  const { axe } = window as unknown as { axe: { run: typeof run } };
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
