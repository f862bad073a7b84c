import { expect, test } from "vitest";
import { isAbortError } from "@/lib/networkErrors";
import { messages as m } from "./en";
import { formatError, formatErrors } from "./failures";
import { messages as indonesian } from "./id";
import { refusals } from "./refusals.id";

test("X1 the backend's own words are shown as they are", () => {
  expect(formatError({ message: "new row violates row-level security policy", code: "42501" }, m)).toBe(
    "new row violates row-level security policy",
  );
  expect(formatError(new Error("The resource already exists"), m)).toBe("The resource already exists");
});

test.each([
  [{ code: "invalid_credentials", message: "Invalid login credentials" }, "Email atau kata sandi salah."],
  [
    { code: "weak_password", message: "Password should be at least 10 characters." },
    "Kata sandi ini terlalu pendek (minimal 10 karakter). Pilih kata sandi lain.",
  ],
  [
    { code: "weak_password", message: "This password is among the most common ones. Please choose another." },
    "Kata sandi ini terlalu mudah ditebak. Pilih kata sandi lain.",
  ],
  [{ code: "42501", hint: null, message: "new row violates row-level security" }, "Anda tidak berhak melakukan ini."],
  [{ code: "EntityTooLarge", message: "Too large" }, "File terlalu besar. Pilih foto yang lebih kecil."],
  [
    { code: "PT429", hint: "quota_request", message: "At most 20 transactions can be sent at once." },
    "Sekali kirim maksimal 20 data.",
  ],
  [{ code: "40P01", hint: null, message: "Something went wrong" }, "Ada masalah di server. Coba lagi sebentar."],
  [{ name: "AuthRetryableFetchError", status: 503, message: "Away" }, "Ada masalah di server. Coba lagi sebentar."],
])("X1 A7 A8 an Indonesian reads %j explained by hint or code, with the original beneath", (failure, sentence) => {
  expect(formatError(failure, indonesian)).toBe(`${sentence}\n${failure.message}`);
  expect(formatError(failure, m)).toBe(failure.message);
});

// Operators read the first, in the log and from `tapis doctor`; the others are mistakes of a program.
const notForPeople = [
  "pictures_undeclared",
  "bad_json",
  "conflict",
  "feature_disabled",
  "no_authorization",
  "not_admin",
  "phone_provider_disabled",
  "request_entity_too_large",
];
const unexplained = (reasons: string[]) =>
  reasons.filter((reason) => !(reason in refusals || reason.slice(0, 2) in refusals || notForPeople.includes(reason)));

test("X1 every hint of the database is explained", () => {
  const files = import.meta.glob<string>("../../../db/functions/*.sql", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const found = Object.values(files).flatMap((sql) => [...sql.matchAll(/hint = '(\w+)'/g)]);
  const hints = found.map(([, hint = ""]) => hint);
  expect(hints).toContain("quota");
  expect(unexplained(hints)).toEqual([]);
});

test("X1 Y33 every code of the accounts service is explained, and all that a server in trouble answers", () => {
  const files = import.meta.glob<string>("../../../tapis/gateway/{auth/*,http/error_handlers}.py", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const sources = Object.values(files).join("\n");
  const codes = [...sources.matchAll(/(?:AuthRefusal\(\s*\d+, |Limit\(.*, )"([a-z]\w+)"\)?/g)].map(
    ([, code = ""]) => code,
  );
  const troubles = [...sources.matchAll(/ErrorKind\(5\d\d, "(\w+)", (?:"(\w+)"|\w+), \("[\w ]+", "(\w+)"\)/g)];
  const answers = troubles.flatMap(([, ...each]) => each.filter(Boolean));
  expect(codes).toContain("initial_password_expired");
  expect(answers).toContain("PGRST000");
  expect(unexplained([...codes, ...answers])).toEqual([]);
});

test("X1 words of the backend that nobody foresaw stand alone in both languages", () => {
  expect(formatError({ message: "The moon is full" }, indonesian)).toBe("The moon is full");
});

test.each([
  new TypeError("Failed to fetch"),
  { message: "TypeError: Failed to fetch", code: "" },
  { name: "AuthRetryableFetchError", status: 0, message: "Failed to fetch" },
  { name: "StorageUnknownError", message: "Failed to fetch", originalError: new TypeError("Failed to fetch") },
])("X1 a backend that never answered is said in ours: %o", (failure) => {
  expect(formatError(failure, m)).toBe(m.failures.unreachable);
});

test("X1 a failure without words is unexpected, a stopped upload is cancelled", () => {
  expect(formatError(undefined, m)).toBe(m.failures.unexpected);
  expect(formatError({ message: "" }, m)).toBe(m.failures.unexpected);
  expect(formatError(new DOMException("stopped", "AbortError"), m)).toBe(m.failures.cancelled);
});

test("X1 two pictures that failed are two sentences, also when both say the same", () => {
  const refused = new Error("The file is no picture");
  expect(formatErrors(new AggregateError([refused, refused]), m)).toEqual([refused.message, refused.message]);
  expect(formatErrors(refused, m)).toEqual([refused.message]);
});

test("Z6 two uploads that were stopped together were cancelled, two that broke were not", () => {
  const stopped = new DOMException("stopped", "AbortError");
  expect(isAbortError(new AggregateError([stopped, stopped]))).toBe(true);
  expect(isAbortError(new AggregateError([new Error("too large"), new TypeError("Failed to fetch")]))).toBe(false);
});
