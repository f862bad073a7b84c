import { expect, test } from "vitest";
import { correctExtension, createStoredName } from "./fileNames";

const id = "0a1b2c3d-0000-4000-8000-000000000000";

test.each([
  ["kain.jpg", `kain-${id}.jpg`, "kain"],
  ["Bukti transfer (1).JPG", `Bukti-transfer-1-${id}.JPG`, "Bukti transfer (1)"],
  ["siger.emas.final.png", `siger.emas.final-${id}.png`, "siger.emas.final"],
  ["Café Lampung.webp", `Cafe-Lampung-${id}.webp`, "Café Lampung"],
  ["布.png", `picture-${id}.png`, "布"],
  ["../../etc/passwd.png", `etc-passwd-${id}.png`, "../../etc/passwd"],
  ["photo", `photo-${id}`, "photo"],
  [".png", `png-${id}`, ".png"],
])("W3 %s is stored as %s and titled as it was", (fileName, filename, title) => {
  expect(createStoredName(fileName, id)).toEqual({ filename, title });
});

test("W3 a name of any length and any characters is safe to store", () => {
  const { filename } = createStoredName(`${"ä\u202e/%00".repeat(200)}.jp\u0000g`, id);
  expect(filename).toMatch(/^[A-Za-z0-9._-]{1,200}$/);
});

test("W3 the same file twice gets two names", () => {
  expect(createStoredName("kain.jpg").filename).not.toBe(createStoredName("kain.jpg").filename);
});

test.each([
  ["kain.JPG", "\xff\xd8\xff\xe0", "kain.JPG"],
  ["kain.jpeg", "\xff\xd8\xff\xe0", "kain.jpeg"],
  ["kain.jpg", "\x89PNG\r\n", "kain.png"],
  ["kain", "RIFF1234WEBPVP8 ", "kain.webp"],
  ["kain.png", "1234ftypavif", "kain.avif"],
  ["IMG_0002.HEIC", "\0\0\0\x18ftypheic", "IMG_0002.jpg"],
  ["notes.pdf", "%PDF-1.7", "notes.pdf"],
])("W3 %s that begins with %j is sent as %s", (fileName, head, name) => {
  expect(
    correctExtension(
      fileName,
      Uint8Array.from(head, (letter) => letter.charCodeAt(0)),
    ),
  ).toBe(name);
});
