import { expect, test } from "vitest";
import { translated } from "./translated";

const sarong = {
  heading: "Tumpal sarong",
  description: null as string | null,
  translations: { id: { heading: "Sarung tumpal", description: "Tenun tangan" }, en: { heading: "" } },
};

test("Z1 a text shows in the reader's language where the owner wrote it", () => {
  expect(translated(sarong, "heading", "id")).toBe("Sarung tumpal");
  expect(translated(sarong, "description", "id")).toBe("Tenun tangan");
});

test.each([undefined, null, "none", {}, { id: null }, { id: { heading: 3 } }])(
  "Z1 with %o as its translations a record shows its own text",
  (translations) => {
    expect(translated({ ...sarong, translations }, "heading", "id")).toBe("Tumpal sarong");
    expect(translated(sarong, "heading", "en")).toBe("Tumpal sarong");
  },
);
