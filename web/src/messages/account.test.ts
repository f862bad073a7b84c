import { expect, test } from "vitest";
import { formatDateTime } from "@/lib/dates";
import { messages as en } from "./account.en";
import { messages as id } from "./account.id";
import { messages as crewEn } from "./crew.en";
import { messages as crewId } from "./crew.id";
import { messages as shoppingEn } from "./shopping.en";

test("Y2 the sentence above a payment account is true of a transfer and of a code", () => {
  for (const m of [en, id]) expect(m.payment.reference).not.toMatch(/transfer|QRIS/);
});

test("Y9 a deadline names the shop's zone once", () => {
  const deadline = "2026-12-08T16:00:00Z";
  expect(id.registration.openUntil(formatDateTime(deadline, "id"))).toMatch(/23\.00 WIB\.$/);
  expect(id.registration.closed(formatDateTime(deadline, "id"))).toMatch(/23\.00 WIB\.$/);
  expect(en.registration.openUntil(formatDateTime(deadline, "en"))).toMatch(/23:00 \(UTC\+7\)\.$/);
});

test("Y26 a courier takes one day, and not one days", () => {
  for (const { delivery } of [en, shoppingEn])
    expect([delivery.days(1, 1), delivery.days(2, 2)]).toEqual(["1 day", "2 days"]);
});

test("Y36 a mean of scores has the reader's decimal mark", () => {
  expect([crewEn.mean(3.5, 2), crewId.mean(3.5, 2)]).toEqual(["3.5 (2)", "3,5 (2)"]);
});
