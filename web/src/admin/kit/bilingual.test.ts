import { expect, test } from "vitest";
import { textsIn } from "./bilingual";

test("Z1 only what was written in a language is kept of its texts", () => {
  expect(textsIn({ id: { heading: " Sarung ", description: "  " }, en: { heading: "" } })).toEqual({
    id: { heading: "Sarung" },
  });
  expect(textsIn({ de: { heading: "Tuch" }, id: null })).toEqual({});
});
