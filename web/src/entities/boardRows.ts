// A board's rows, merged with newer ones and with what this user has saved.

import type { CastingDecision, CastingScore, RegistrantRow } from "@/data/tables";
import type { QueuedSave } from "./saveQueue";

/** By the registration's uuid. Merging keeps the identity of the rows that it doesn't change. */
export type BoardRows = ReadonlyMap<string, RegistrantRow>;

export const noScore = { score: null, note: null };
export const noDecision = { decision: null, tags: [] as string[], note: null };
/** Transactions may commit out of `updated_at` order: rows this much older than the newest are read again. */
const OVERLAP_MS = 10_000;

/** Each score replaces that juror's earlier one. */
export function mergeScores(rows: BoardRows, scores: readonly CastingScore[]): BoardRows {
  return merge(rows, scores, (row, score) => ({
    ...row,
    casting_scores: [...scoresOfOthers(row, score.user_id), score],
  }));
}

export function mergeDecisions(rows: BoardRows, decisions: readonly CastingDecision[]): BoardRows {
  return merge(rows, decisions, (row, decision) => ({ ...row, casting_decisions: [decision] }));
}

/** The columns that were saved; the rest of the user's score, or of the decision, stays. */
export function applySaves(rows: BoardRows, saves: readonly QueuedSave[], userId: string): BoardRows {
  const updates = saves.map((save) => ({ registration_uuid: save.registration, save }));
  return merge(rows, updates, (row, { save: { kind, changes } }) => {
    if (kind === "decision") {
      const decision = { ...(row.casting_decisions?.[0] ?? noDecision), ...changes } as CastingDecision;
      return { ...row, casting_decisions: [decision] };
    }
    const own = row.casting_scores.find(({ user_id }) => user_id === userId) ?? { ...noScore, user_id: userId };
    const score = { ...own, ...changes } as CastingScore;
    return { ...row, casting_scores: [...scoresOfOthers(row, userId), score] };
  });
}

/** From when on updates are to be read; null for all of them. */
export function sinceNewest(
  rows: BoardRows,
  updatesOf: (row: RegistrantRow) => readonly { updated_at: string }[],
): string | null {
  const moments = [...rows.values()]
    .flatMap(updatesOf)
    .map(({ updated_at }) => Date.parse(updated_at))
    .filter(Number.isFinite);
  return moments.length > 0 ? new Date(Math.max(...moments) - OVERLAP_MS).toISOString() : null;
}

export const scoresOfOthers = ({ casting_scores }: RegistrantRow, userId: string): CastingScore[] =>
  casting_scores.filter(({ user_id }) => user_id !== userId);

/** Registrations that the board doesn't list are left out. */
function merge<Update extends { registration_uuid: string }>(
  rows: BoardRows,
  updates: readonly Update[],
  update: (row: RegistrantRow, one: Update) => RegistrantRow,
): BoardRows {
  const merged = new Map(rows);
  for (const one of updates) {
    const row = merged.get(one.registration_uuid);
    if (row) merged.set(row.uuid, update(row, one));
  }
  return merged;
}
