import { expect, test } from "vitest";
import { buildProductsPath, filteredProductsQuery, type ProductFilters, parseFilters } from "./productFilters";

const defaults = { category: "", q: "", sort: "newest", size: "", min: "", max: "", available: "" } as const;

test.each([
  ["", defaults],
  ["category=Kain%20Tapis&sort=cheapest", { ...defaults, category: "Kain Tapis", sort: "cheapest" }],
  ["q=%20emas%20&page=3", { ...defaults, q: "emas" }],
  ["sort=nonsense", defaults],
] as const)("Y6 the address ?%s says what is looked at", (query, filters) => {
  expect(parseFilters(new URLSearchParams(query))).toEqual(filters);
});

test("Y6 the address of everything says nothing more, and any other leads to its choice", () => {
  expect(buildProductsPath(defaults)).toBe("/products");
  const filters = { ...defaults, category: "Kain & Selendang", q: "100% sutra", sort: "dearest", size: "L" } as const;
  expect(parseFilters(new URL(buildProductsPath(filters), "http://shop.example").searchParams)).toEqual(filters);
});

test("Y6 a kind and words are asked of the server as they are written, whatever they mean elsewhere", () => {
  const paramsOf = (filters: Partial<ProductFilters>) =>
    new URLSearchParams(filteredProductsQuery({ ...defaults, ...filters }, 5).address);
  expect(filteredProductsQuery(defaults, 5).address).toMatch(/^products\?/);
  expect(paramsOf({ category: "Kain, dll" }).get("category")).toBe("eq.Kain, dll");
  expect(paramsOf({ q: 'emas "50%" a,b)' }).get("words")).toBe('emas "50%" a,b)');
});

test("Y32 filters are in the address as well, and prices as people write them", () => {
  const requestOf = (query: string) => {
    const [source = "", conditions] = filteredProductsQuery(parseFilters(new URLSearchParams(query)), 5).address.split(
      "?",
    );
    return [source, Object.fromEntries(new URLSearchParams(conditions))];
  };
  const limits = { and: "(price.gte.150000,price.lte.2000000)" };
  expect(requestOf("min=Rp.+150.000&max=2000000")).toEqual(["products", expect.objectContaining(limits)]);
  const found = { in_size: "M", in_stock: "true", words: "silk", and: "(price.lte.90)" };
  expect(requestOf("q=silk&size=M&available=1&max=90")).toEqual([
    "rpc/search_products",
    expect.objectContaining(found),
  ]);
});
