import { expect, test } from "vitest";
import { getTranslated } from "./getTranslated";

const sarong = {
  heading: "Tumpal sarong",
  description: null as string | null,
  translations: { id: { heading: "Sarung tumpal", description: "Tenun tangan" }, en: { heading: "" } },
};

test("Z1 a text shows in the reader's language where the owner wrote it", () => {
  expect(getTranslated(sarong, "heading", "id")).toBe("Sarung tumpal");
  expect(getTranslated(sarong, "description", "id")).toBe("Tenun tangan");
});

test.each([undefined, null, "none", {}, { id: null }, { id: { heading: 3 } }])(
  "Z1 with %o as its translations a record shows its own text",
  (translations) => {
    expect(getTranslated({ ...sarong, translations }, "heading", "id")).toBe("Tumpal sarong");
    expect(getTranslated(sarong, "heading", "en")).toBe("Tumpal sarong");
  },
);
