import { expect, test } from "vitest";
import { messages as m } from "@/messages/en";
import { messages as indonesian } from "@/messages/id";
import { sentenceFor, sentencesFor, wasCancelled } from "./failures";

test("X1 the backend's own words are shown as they are", () => {
  expect(sentenceFor({ message: "new row violates row-level security policy", code: "42501" }, m)).toBe(
    "new row violates row-level security policy",
  );
  expect(sentenceFor(new Error("The resource already exists"), m)).toBe("The resource already exists");
});

test.each([
  ["Invalid login credentials", "Email atau kata sandi salah."],
  ["missing email or phone", "Isi alamat email Anda."],
  ["Password should be at least 6 characters.", "Kata sandi minimal 6 karakter."],
  ['Email address "ani@x" is invalid', 'Alamat email "ani@x" tidak bisa dipakai.'],
  [
    "mime type image/heic is not supported: please send a JPEG or PNG",
    "Jenis berkas ini tidak didukung. Pilih gambar JPEG, PNG, atau WebP.",
  ],
  ["For security purposes, you can only request this after 12 seconds.", "Tunggu 12 detik, lalu coba lagi."],
  ["This order or registration is gone.", "Pesanan atau pendaftaran ini sudah tidak ada, atau tidak perlu dibayar."],
  [
    "The order or registration is gone, or nothing is to be paid for it.",
    "Pesanan atau pendaftaran ini sudah tidak ada, atau tidak perlu dibayar.",
  ],
  ["This was rejected already by ada@example.com.", "Pembayaran ini sudah ditolak oleh admin lain."],
  ['new row violates row-level security policy for table "products"', "Anda tidak berhak melakukan ini."],
])("X1 A7 A8 an Indonesian reads %j explained, with the original beneath", (message, sentence) => {
  expect(sentenceFor({ message }, indonesian)).toBe(`${sentence}\n${message}`);
  expect(sentenceFor({ message }, m)).toBe(message);
});

test("X1 words of the backend that nobody foresaw stand alone in both languages", () => {
  expect(sentenceFor({ message: "The moon is full" }, indonesian)).toBe("The moon is full");
});

test.each([
  new TypeError("Failed to fetch"),
  { message: "TypeError: Failed to fetch", code: "" },
  { name: "AuthRetryableFetchError", status: 0, message: "Failed to fetch" },
  { name: "StorageUnknownError", message: "Failed to fetch", originalError: new TypeError("Failed to fetch") },
])("X1 a backend that never answered is said in ours: %o", (failure) => {
  expect(sentenceFor(failure, m)).toBe(m.failures.unreachable);
});

test("X1 a failure without words is unexpected, a stopped upload is cancelled", () => {
  expect(sentenceFor(undefined, m)).toBe(m.failures.unexpected);
  expect(sentenceFor({ message: "" }, m)).toBe(m.failures.unexpected);
  expect(sentenceFor(new DOMException("stopped", "AbortError"), m)).toBe(m.failures.cancelled);
});

test("X1 two pictures that failed are two sentences, also when both say the same", () => {
  const refused = new Error("The file is no picture");
  expect(sentencesFor(new AggregateError([refused, refused]), m)).toEqual([refused.message, refused.message]);
  expect(sentencesFor(refused, m)).toEqual([refused.message]);
});

test("Z6 two uploads that were stopped together were cancelled, two that broke were not", () => {
  const stopped = new DOMException("stopped", "AbortError");
  expect(wasCancelled(new AggregateError([stopped, stopped]))).toBe(true);
  expect(wasCancelled(new AggregateError([new Error("too large"), new TypeError("Failed to fetch")]))).toBe(false);
});
