// The exact URLs of list pages: equal pages must have equal URLs to be cacheable.
import { expect, test } from "vitest";
import { galleryQuery, MAX_HOME_PRODUCTS, productsQuery } from "./queries";

const newest = "select=*&order=created_at.desc%2Cuuid";

test("P4 P8 the first page has no place in its address", () => {
  expect(productsQuery(MAX_HOME_PRODUCTS).address).toBe(`products?${newest}&limit=9`);
  expect(productsQuery(48, 0).address).toBe(`products?${newest}&limit=48`);
});

test("P7 whoever comes with a page's number counts from the top", () => {
  expect(galleryQuery(48, 96).address).toBe("gallery?select=*&order=sort_time.desc%2Cuuid&limit=48&offset=96");
});

test("P7 P8 the page behind a row is found by that row's moment and identity", () => {
  const mark = { created_at: "2026-01-02T03:04:05.123456+00:00", uuid: "4f0c" };
  const moment = encodeURIComponent(mark.created_at);
  expect(productsQuery(48, mark).address).toBe(
    `products?${newest}&limit=48&created_at=lte.${moment}&or=(created_at.lt.${moment}%2Cuuid.gt.4f0c)`,
  );
});

test("Y6 behind a row in the order of prices lies what costs more, or as much with a later identity", () => {
  const order = { column: "price", ascending: true } as const;
  const { address } = productsQuery(48, { price: 850_000, uuid: "4f0c" } as { uuid: string }, order, {
    category: "eq.Kain",
  });
  expect(decodeURIComponent(address)).toBe(
    "products?select=*&order=price,uuid&category=eq.Kain&limit=48&price=gte.850000&or=(price.gt.850000,uuid.gt.4f0c)",
  );
});
