import { expect, test } from "vitest";
import { cookieName, preferredLanguage } from "./language";

test.each([
  [["id"], "id"],
  [["", "in-ID"], "id"],
  [["fr-FR", "id-ID", "en"], "id"],
  [["en-AU", "id"], "en"],
  [["de"], "en"],
  [[], "en"],
])("Z1 %j is spoken to in %s", (wishes, language) => {
  expect(preferredLanguage(wishes)).toBe(language);
});

test("Z1 the language cookie belongs to this host alone where the shop is served over https", () => {
  expect(cookieName("https:")).toMatch(/^__Host-\w+language$/);
  expect(cookieName("http:")).toMatch(/^\w+language$/);
});
