// Pictures are requested in the width they are shown; URLs outside our storage are rejected.
import { expect, test } from "vitest";
import { config } from "@/lib/config";
import { buildFileUrl, buildPictureSrcSet, buildPictureUrl } from "./Picture";

const stored = "https://shop.example/storage/v1/object/public/tapis/products/kain-1.jpg";

test("a stored picture is asked for through the renderer, its file name kept", () => {
  expect(buildPictureUrl(stored, 832)).toBe(
    `${config.files}/storage/v1/render/image/public/tapis/products/kain-1.jpg?width=832`,
  );
  expect(buildPictureSrcSet(stored)?.split(", ")).toHaveLength(3);
});

test("a picture moves with the shop to its new address", () => {
  expect(buildFileUrl(stored)).toBe(`${config.url}/storage/v1/object/public/tapis/products/kain-1.jpg`);
});

test.each([
  "https://evil.example/phish",
  "javascript:alert(1)",
  `${stored}?width=1`,
  `${stored}#x`,
  "/storage/v1/object/public/tapis/../auth/v1/logout",
  "/storage/v1/object/public/tapis/%2E%2e/x.jpg",
  "/storage/v1/object/public/tapis\\\\evil.example",
])("Y20 %s leads nowhere", (address) => {
  expect(buildPictureUrl(address, 832)).toBe("");
  expect(buildFileUrl(address)).toBe("");
  expect(buildPictureSrcSet(address)).toBeUndefined();
});

test("Y20 of an address only the path below the bucket counts", () => {
  expect(buildFileUrl("https://evil.example/storage/v1/object/public/tapis/products/a.jpg")).toBe(
    `${config.url}/storage/v1/object/public/tapis/products/a.jpg`,
  );
});
