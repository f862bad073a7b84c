import { expect, test } from "vitest";
import { matchesValues } from "./matchesValues";

const shown = { filename: "a.png", title: "A", url: "https://shop.example/a.png" };
const stored = { url: "https://cdn.example/a.png", title: "A", filename: "a.png" };

test.each([
  ["a picture", { image: shown }, { image: stored }],
  [
    "further pictures",
    { pictures: [shown, { ...shown, filename: "b.png" }] },
    { pictures: [stored, { ...stored, filename: "b.png" }] },
  ],
  ["places", { places: [{ name: "Hall", address: "Jl. 1" }] }, { places: [{ address: "Jl. 1", name: "Hall" }] }],
  ["a time", { deadline: "2026-11-28T10:00:00.000Z" }, { deadline: "2026-11-28T10:00:00+00:00" }],
  ["a size", { sizes: [{ size: "M", stock: 2, was: 3 }] }, { sizes: [{ size: "M", stock: 2 }] }],
  ["nothing", { note: undefined }, { note: null }],
])("M4 %s that the database writes in its own way is stored as it was sent", (_, sent, row) => {
  expect(matchesValues(row, sent)).toBe(true);
});

test.each([
  ["another picture", { pictures: [shown] }, { pictures: [{ ...stored, filename: "b.png" }] }],
  ["one picture less", { pictures: [shown, shown] }, { pictures: [stored] }],
  ["another time", { deadline: "2026-11-28T10:00:00.000Z" }, { deadline: "2026-11-28T10:00:01+00:00" }],
  ["another order", { places: ["a", "b"] }, { places: ["b", "a"] }],
])("M4 %s is not what was sent", (_, sent, row) => {
  expect(matchesValues(row, sent)).toBe(false);
});
