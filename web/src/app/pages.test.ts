// Every page component has a page descriptor, and every linked page has a title in each language.
import { expect, test } from "vitest";
import { languages } from "@/lib/language";
import { pages } from "./pages";

const routes = Object.values(
  import.meta.glob<string>(["./pages.tsx", "./lazyPages.ts", "./AnnouncementsPage.tsx", "./CastingArea.tsx"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
).join();
const components = Object.keys(import.meta.glob("../features/*/*Page.tsx"));

test("G1 no page of a feature is missing among the routes", () => {
  const names = components.map((file) => file.replace("../features/", "").replace(".tsx", ""));
  const missing = names.filter((name) => !routes.includes(`@/features/${name}"`));
  expect(missing).toEqual([]);
});

test("N2 N4 a page that is linked has a title in every language", () => {
  for (const { path, title, linkedFor } of pages) {
    if (linkedFor)
      expect(
        languages.map((language) => title?.[language]),
        path,
      ).not.toContain(undefined);
  }
});
