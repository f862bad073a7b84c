import { expect, test } from "vitest";
import { getLanguageCookieName, pickLanguage } from "./languageChoice";

test.each([
  [["id"], "id"],
  [["", "in-ID"], "id"],
  [["fr-FR", "id-ID", "en"], "id"],
  [["en-AU", "id"], "en"],
  [["de"], "en"],
  [[], "en"],
])("Z1 %j is spoken to in %s", (wishes, language) => {
  expect(pickLanguage(wishes)).toBe(language);
});

test("Z1 the language cookie belongs to this host alone where the shop is served over https", () => {
  expect(getLanguageCookieName("https:")).toMatch(/^__Host-\w+language$/);
  expect(getLanguageCookieName("http:")).toMatch(/^\w+language$/);
});
