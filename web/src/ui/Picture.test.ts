// Pictures are asked for in the width they are shown; what is not in our storage is left alone.
import { expect, test } from "vitest";
import { config } from "@/lib/config";
import { fileAddress, pictureAddress, pictureSet } from "./Picture";

const stored = "https://shop.example/storage/v1/object/public/tapis/products/kain-1.jpg";

test("a stored picture is asked for through the renderer, its file name kept", () => {
  expect(pictureAddress(stored, 640)).toBe(
    `${config.files}/storage/v1/render/image/public/tapis/products/kain-1.jpg?width=640`,
  );
  expect(pictureSet(stored)?.split(", ")).toHaveLength(5);
});

test("a picture moves with the shop to its new address", () => {
  expect(fileAddress(stored)).toBe(`${config.url}/storage/v1/object/public/tapis/products/kain-1.jpg`);
});

test("any other picture keeps its address", () => {
  expect(pictureAddress("/invoice-example.webp", 640)).toBe("/invoice-example.webp");
  expect(pictureSet("/invoice-example.webp")).toBeUndefined();
});
