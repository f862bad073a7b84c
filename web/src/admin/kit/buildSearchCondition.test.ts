import { expect, test } from "vitest";
import { buildSearchCondition } from "./buildSearchCondition";

const columns = { texts: ["heading", "category"], ids: ["uuid"] };

test("Z5 nothing typed asks for everything", () => {
  expect(buildSearchCondition("  ", columns)).toBe("");
});

test("Z5 words are looked for in every column of text", () => {
  expect(buildSearchCondition("Kain", columns)).toBe('heading.ilike."*Kain*",category.ilike."*Kain*"');
});

test("Z5 what would be a pattern or end the value is only itself", () => {
  expect(buildSearchCondition('50%_"\\', { texts: ["heading"], ids: [] })).toBe(
    'heading.ilike."*50\\\\%\\\\_\\"\\\\\\\\*"',
  );
});

test("Z5 the beginning of a UUID finds it", () => {
  expect(buildSearchCondition("0A1b", { texts: [], ids: ["uuid"] })).toBe(
    "and(uuid.gte.0a1b0000-0000-0000-0000-000000000000,uuid.lte.0a1bffff-ffff-ffff-ffff-ffffffffffff)",
  );
});

test.each(["kain", "0a1b-", "0a1b0000-0000-0000-0000-0000000000000"])("Z5 %j begins no UUID", (typed) => {
  expect(buildSearchCondition(typed, { texts: [], ids: ["uuid"] })).toBe("");
});

test("Y10 a short order number, with or without its sign, is the beginning of a UUID", () => {
  const [plain, signed] = ["A1B2C3D4", "#A1B2C3D4"].map((typed) =>
    buildSearchCondition(typed, { texts: [], ids: ["uuid"] }),
  );
  expect(plain).toContain("uuid.gte.a1b2c3d4-0000");
  expect(signed).toBe(plain);
});

test("Y10 what the screen says is found as it is said: prices, dates, and words in either language", () => {
  const searched = {
    texts: [],
    ids: [],
    moments: ["created_at"],
    amounts: [(rupiah: number) => `price.eq.${rupiah}`],
    labels: [{ words: ["Processed", "Diproses"], condition: "status.eq.Processed" }],
  };
  for (const typed of ["Rp. 1.250.000", "1250000"])
    expect(buildSearchCondition(typed, searched)).toBe("price.eq.1250000");
  for (const typed of ["processed", "DIPROSES"])
    expect(buildSearchCondition(typed, searched)).toBe("status.eq.Processed");
  expect(buildSearchCondition("31 Januari 2026", searched)).toBe(
    'and(created_at.gte."2026-01-30T17:00:00.000Z",created_at.lt."2026-01-31T17:00:00.000Z")',
  );
  expect(buildSearchCondition("kain", searched)).toBe("");
});
