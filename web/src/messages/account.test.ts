import { expect, test } from "vitest";
import { formatDateTime } from "@/lib/dates";
import { messages as en } from "./account.en";
import { messages as id } from "./account.id";

test("Y2 the sentence above a payment account is true of a transfer and of a code", () => {
  for (const m of [en, id]) expect(m.payment.reference).not.toMatch(/transfer|QRIS/);
});

test("Y9 a deadline names the shop's zone once", () => {
  const deadline = "2026-12-08T16:00:00Z";
  expect(id.registration.openUntil(formatDateTime(deadline, "id"))).toMatch(/23\.00 WIB\.$/);
  expect(id.registration.closed(formatDateTime(deadline, "id"))).toMatch(/23\.00 WIB\.$/);
  expect(en.registration.openUntil(formatDateTime(deadline, "en"))).toMatch(/23:00 \(UTC\+7\)\.$/);
});
