import { expect, test } from "vitest";
import { choiceIn, conditionsOf, pathOf } from "./choice";

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

test("Y6 every word is searched for as it is written, whatever it means elsewhere", () => {
  expect(conditionsOf(everything)).toEqual({});
  expect(conditionsOf({ ...everything, category: "Kain, dll" })).toEqual({ category: "eq.Kain, dll" });
  const { and = "" } = conditionsOf({ ...everything, q: 'emas "50%" a,b)' });
  expect(and.match(/or\(/g)).toHaveLength(3);
  expect(and).toContain(String.raw`heading.ilike."*\"50\\%\"*"`);
  expect(and).toContain('heading.ilike."*a,b)*"');
});
