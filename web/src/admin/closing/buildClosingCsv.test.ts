import { expect, test } from "vitest";
import { messages as en } from "@/messages/review.en";
import { messages as id } from "@/messages/review.id";
import { buildClosingCsv } from "./buildClosingCsv";

const day = { day: "2026-11-20", account: null, payments: 1, came: 150_000, refunded: 0, awaited: 0 };

test.each([en, id])("Y24 Y33 the closing's file has the words of its page", ({ closing: words }) => {
  expect(buildClosingCsv([day], words)).toEqual([
    [words.day, words.account, words.payments, words.came, words.refunded, words.awaited],
    ["2026-11-20", words.noStatement, "1", "150000", "0", "0"],
  ]);
});
