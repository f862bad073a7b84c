import { expect, test } from "vitest";
import { matching } from "./matching";

const columns = { texts: ["heading", "category"], ids: ["uuid"] };

test("Z5 nothing typed asks for everything", () => {
  expect(matching("  ", columns)).toBe("");
});

test("Z5 words are looked for in every column of text", () => {
  expect(matching("Kain", columns)).toBe('heading.ilike."*Kain*",category.ilike."*Kain*"');
});

test("Z5 what would be a pattern or end the value is only itself", () => {
  expect(matching('50%_"\\', { texts: ["heading"], ids: [] })).toBe('heading.ilike."*50\\\\%\\\\_\\"\\\\\\\\*"');
});

test("Z5 the beginning of a UUID finds it", () => {
  expect(matching("0A1b", { texts: [], ids: ["uuid"] })).toBe(
    "and(uuid.gte.0a1b0000-0000-0000-0000-000000000000,uuid.lte.0a1bffff-ffff-ffff-ffff-ffffffffffff)",
  );
});

test.each(["kain", "0a1b-", "0a1b0000-0000-0000-0000-0000000000000"])("Z5 %j begins no UUID", (typed) => {
  expect(matching(typed, { texts: [], ids: ["uuid"] })).toBe("");
});
