import { expect, test } from "vitest";
import { preferred } from "./language";

test.each([
  [["id"], "id"],
  [["", "in-ID"], "id"],
  [["fr-FR", "id-ID", "en"], "id"],
  [["en-AU", "id"], "en"],
  [["de"], "en"],
  [[], "en"],
])("Z1 %j is spoken to in %s", (wishes, language) => {
  expect(preferred(wishes)).toBe(language);
});
