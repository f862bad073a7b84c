import { expect, test } from "vitest";
import { dateInWords } from "@/lib/dates";
import { messages as en } from "./account.en";
import { messages as id } from "./account.id";

test("Y9 a deadline names the shop's zone once", () => {
  const deadline = "2026-12-08T16:00:00Z";
  expect(id.registration.openUntil(dateInWords(deadline, "id"))).toMatch(/23\.00 WIB\.$/);
  expect(id.registration.closed(dateInWords(deadline, "id"))).toMatch(/23\.00 WIB\.$/);
  expect(en.registration.openUntil(dateInWords(deadline, "en"))).toMatch(/23:00 \(UTC\+7\)\.$/);
});
