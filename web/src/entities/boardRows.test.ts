// How a board's rows take what others and this user have changed.
import { expect, test } from "vitest";
import type { CastingDecision, CastingScore, RegistrantRow } from "@/data/tables";
import { applySaves, mergeDecisions, mergeScores, sinceNewest } from "./boardRows";

const score = (registration_uuid: string, user_id: string, score: number, updated_at = "2026-01-01T00:00:00Z") =>
  ({ registration_uuid, user_id, score, note: "Tall", updated_at }) as CastingScore;

const row = (uuid: string, casting_scores: CastingScore[] = []) =>
  ({ uuid, casting_scores, casting_decisions: [] as CastingDecision[] }) as RegistrantRow;

const rows = new Map([
  ["tom", row("tom", [score("tom", "lea", 3), score("tom", "ada", 4)])],
  ["anna", row("anna")],
]);

test("Y36 Lea's new score replaces her earlier one beside Ada's; who isn't concerned, keeps the row", () => {
  const merged = mergeScores(rows, [score("tom", "lea", 5), score("deleted", "lea", 1)]);
  expect(merged.get("tom")?.casting_scores).toEqual([score("tom", "ada", 4), score("tom", "lea", 5)]);
  expect(merged.get("anna")).toBe(rows.get("anna"));
  expect([...merged.keys()]).toEqual(["tom", "anna"]);
  expect(rows.get("tom")?.casting_scores[0]?.score).toBe(3);
});

test("Y36 a decision replaces the one before it", () => {
  const decided = (decision: string) => ({ registration_uuid: "tom", decision }) as CastingDecision;
  const merged = mergeDecisions(mergeDecisions(rows, [decided("decline")]), [decided("accept")]);
  expect(merged.get("tom")?.casting_decisions).toEqual([decided("accept")]);
});

test("Y36 Ada's saved score keeps her note, and Lea's score; her first one begins without a note", () => {
  const save = (registration: string) => ({ kind: "score", registration, changes: { score: 1 } }) as const;
  const saved = applySaves(rows, [save("tom"), save("anna")], "ada");
  expect(saved.get("tom")?.casting_scores).toEqual([score("tom", "lea", 3), score("tom", "ada", 1)]);
  expect(saved.get("anna")?.casting_scores).toEqual([{ user_id: "ada", score: 1, note: null }]);
});

test("Y36 Ada's saved tags keep her decision", () => {
  const save = (changes: Record<string, unknown>) => ({ kind: "decision", registration: "tom", changes }) as const;
  const saved = applySaves(rows, [save({ decision: "accept" }), save({ tags: ["tall"] })], "ada");
  expect(saved.get("tom")?.casting_decisions).toEqual([{ decision: "accept", tags: ["tall"], note: null }]);
});

test("Y36 updates are read from a little before the newest one, and all of them before there is any", () => {
  const scoresOf = ({ casting_scores }: RegistrantRow) => casting_scores;
  const newer = mergeScores(rows, [score("anna", "lea", 2, "2026-01-02T00:00:30Z")]);
  expect(sinceNewest(newer, scoresOf)).toBe("2026-01-02T00:00:20.000Z");
  // A score that this user saved has no moment until it is read.
  const saved = applySaves(newer, [{ kind: "score", registration: "tom", changes: { score: 1 } }], "dewi");
  expect(sinceNewest(saved, scoresOf)).toBe("2026-01-02T00:00:20.000Z");
  expect(sinceNewest(new Map([["anna", row("anna")]]), scoresOf)).toBeNull();
});
