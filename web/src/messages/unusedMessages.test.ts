import { expect, test } from "vitest";

const catalogues = import.meta.glob<string>(["./en.ts", "./*.en.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const code = import.meta.glob<string>(["/src/**/*.{ts,tsx}", "!/src/messages/{*.,}{en,id}.ts", "!/src/**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Every word of the code that could name a message, also as a part of a path or a key in quotes. */
const words = new Set(Object.values(code).flatMap((text) => text.match(/\w+/g) ?? []));

test.each(Object.entries(catalogues))("every message of %s is named by some code", (_file, catalogue) => {
  const keys = [...catalogue.matchAll(/^ +(\w+):/gm)].map((match) => String(match[1]));
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !words.has(key))).toEqual([]);
});
