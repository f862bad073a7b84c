import { expect, test } from "vitest";
import { parseTranslations } from "./bilingual";

test("Z1 only what was written in a language is kept of its texts", () => {
  expect(parseTranslations({ id: { heading: " Sarung ", description: "  " }, en: { heading: "" } })).toEqual({
    id: { heading: "Sarung" },
  });
  expect(parseTranslations({ de: { heading: "Tuch" }, id: null })).toEqual({});
});
