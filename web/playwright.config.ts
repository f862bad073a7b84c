// Browser tests: three workers, each with a real shop of its own and the system's Chromium; CHROMIUM names another.
import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";

const { CHROMIUM } = process.env;
const names = CHROMIUM ? [CHROMIUM] : ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

function systemsChromium(): string {
  for (const name of names) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // The next name, then.
    }
  }
  throw new Error(`None of ${names.join(", ")} is installed`);
}

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./e2e/migrated.ts",
  // The tests of one worker look at the same shop window, one after the other. A third one works while two wait.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A borrowed machine may stall for seconds; a test that needed its second chance is named as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: "list",
  // Every wait ends with what it waits for; these only end a test that waits in vain, on the slowest machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    timezoneId: "America/New_York",
    actionTimeout: 30_000,
    trace: "off",
    // A page behind one is not what page.route() answers; tests of the service worker allow it.
    serviceWorkers: "block",
    // Movements are drawn by the processor, and every click waits for their end; tests of movements allow them.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: systemsChromium(),
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        // There is no GPU, and emulating one costs processor time.
        "--disable-gpu",
        "--disable-software-rasterizer",
        "--in-process-gpu",
        // Each test has a browser profile of its own: what is compiled twice for speed, or kept for a next page, is thrown away.
        "--js-flags=--no-opt",
        "--renderer-process-limit=1",
      ],
    },
  },
});
