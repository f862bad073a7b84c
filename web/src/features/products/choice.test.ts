import { expect, test } from "vitest";
import { type Choice, choiceIn, chosenProducts, pathOf } from "./choice";

const everything = { category: "", q: "", sort: "newest" } as const;

test.each([
  ["", everything],
  ["category=Kain%20Tapis&sort=cheapest", { category: "Kain Tapis", q: "", sort: "cheapest" }],
  ["q=%20emas%20&page=3", { ...everything, q: "emas" }],
  ["sort=nonsense", everything],
] as const)("Y6 the address ?%s says what is looked at", (query, choice) => {
  expect(choiceIn(new URLSearchParams(query))).toEqual(choice);
});

test("Y6 the address of everything says nothing more, and any other leads to its choice", () => {
  expect(pathOf(everything)).toBe("/products");
  const choice = { category: "Kain & Selendang", q: "100% sutra", sort: "dearest" } as const;
  expect(choiceIn(new URL(pathOf(choice), "http://shop.example").searchParams)).toEqual(choice);
});

test("Y6 a kind and words are asked of the server as they are written, whatever they mean elsewhere", () => {
  const asked = (choice: Partial<Choice>) =>
    new URLSearchParams(chosenProducts({ ...everything, ...choice }, 5).address);
  expect(chosenProducts(everything, 5).address).toMatch(/^products\?/);
  expect(asked({ category: "Kain, dll" }).get("category")).toBe("eq.Kain, dll");
  expect(asked({ q: 'emas "50%" a,b)' }).get("words")).toBe('emas "50%" a,b)');
});
