import { expect, test } from "vitest";
import { filteredProducts, type ProductFilters, parseFilters, productsPath } from "./filters";

const everything = { category: "", q: "", sort: "newest", size: "", min: "", max: "", available: "" } as const;

test.each([
  ["", everything],
  ["category=Kain%20Tapis&sort=cheapest", { ...everything, category: "Kain Tapis", sort: "cheapest" }],
  ["q=%20emas%20&page=3", { ...everything, q: "emas" }],
  ["sort=nonsense", everything],
] as const)("Y6 the address ?%s says what is looked at", (query, filters) => {
  expect(parseFilters(new URLSearchParams(query))).toEqual(filters);
});

test("Y6 the address of everything says nothing more, and any other leads to its choice", () => {
  expect(productsPath(everything)).toBe("/products");
  const filters = { ...everything, category: "Kain & Selendang", q: "100% sutra", sort: "dearest", size: "L" } as const;
  expect(parseFilters(new URL(productsPath(filters), "http://shop.example").searchParams)).toEqual(filters);
});

test("Y6 a kind and words are asked of the server as they are written, whatever they mean elsewhere", () => {
  const asked = (filters: Partial<ProductFilters>) =>
    new URLSearchParams(filteredProducts({ ...everything, ...filters }, 5).address);
  expect(filteredProducts(everything, 5).address).toMatch(/^products\?/);
  expect(asked({ category: "Kain, dll" }).get("category")).toBe("eq.Kain, dll");
  expect(asked({ q: 'emas "50%" a,b)' }).get("words")).toBe('emas "50%" a,b)');
});

test("Y32 filters are in the address as well, and prices as people write them", () => {
  const asked = (query: string) => {
    const [source = "", conditions] = filteredProducts(parseFilters(new URLSearchParams(query)), 5).address.split("?");
    return [source, Object.fromEntries(new URLSearchParams(conditions))];
  };
  const limits = { and: "(price.gte.150000,price.lte.2000000)" };
  expect(asked("min=Rp.+150.000&max=2000000")).toEqual(["products", expect.objectContaining(limits)]);
  const found = { in_size: "M", in_stock: "true", words: "silk", and: "(price.lte.90)" };
  expect(asked("q=silk&size=M&available=1&max=90")).toEqual(["rpc/search_products", expect.objectContaining(found)]);
});
