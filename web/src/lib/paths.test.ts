import { expect, test } from "vitest";
import { matchesPath } from "./paths";

test.each([
  ["/", "/"],
  ["/gallery", "/Gallery/"],
  ["/gallery", "/%67allery"],
  ["/products/:product", "/products/red-cloth-00c0ffee"],
  ["/admin/*", "/admin"],
  ["/admin/*", "/admin/about-us/more"],
])("G1 the page %s is shown at %s", (pattern, pathname) => {
  expect(matchesPath(pattern, pathname)).toBe(true);
});

test.each([
  ["/", "/gallery"],
  ["/gallery", "/"],
  ["/gallery", "/gallery/more"],
  ["/products/:product", "/products"],
  ["/products/:product", "/products/one/two"],
  ["/admin/*", "/administration"],
])("G1 the page %s is not shown at %s", (pattern, pathname) => {
  expect(matchesPath(pattern, pathname)).toBe(false);
});
