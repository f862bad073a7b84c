import { expect, test } from "vitest";
import { parseShortId, productPath } from "./productPath";

const uuid = "a1b2c3d4-0000-4000-8000-000000000000";

test.each([
  ["Kebaya Mengkudu", "/products/kebaya-mengkudu-a1b2c3d4"],
  ["  Café – “Noir” №7!", "/products/cafe-noir-no7-a1b2c3d4"],
  ["ꦏꦼꦧꦪ", "/products/a1b2c3d4"],
  ["Administrasi Tas", "/products/a1b2c3d4"],
  [`${"x".repeat(59)} yz`, `/products/${"x".repeat(59)}-a1b2c3d4`],
])("Y5 %s has an address of plain words, which leads to it", (heading, path) => {
  expect(productPath({ uuid, heading })).toBe(path);
  expect(parseShortId(path)).toBe("a1b2c3d4");
});

test.each(["/products/kebaya", "/products/", "/products/kebaya-a1b2c3d", "/products/a1b2c3d4-kebaya"])(
  "Y5 %s is no product's address",
  (path) => expect(parseShortId(path)).toBeNull(),
);
