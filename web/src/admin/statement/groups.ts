// The lines that came in, by what they may be: each line once, with the payments that fit.

import { type MatchKind, matchKinds, type StatementMatch } from "@/data/tables";

export type Candidate = Extract<StatementMatch, { kind: MatchKind }>;

export interface LineWithCandidates {
  line: StatementMatch;
  candidates: Candidate[];
}

export type Group = MatchKind | "unmatched";

/** In the order in which they are worked off; what is matched already comes last. */
export const groups: readonly Group[] = [...matchKinds.filter((kind) => kind !== "matched"), "unmatched", "matched"];

export function inGroups(matches: readonly StatementMatch[]): Map<Group, LineWithCandidates[]> {
  const lines = new Map<string, LineWithCandidates>();
  for (const match of matches) {
    const one = lines.get(match.line_uuid) ?? { line: match, candidates: [] };
    if (match.kind) one.candidates.push(match);
    lines.set(match.line_uuid, one);
  }
  const all = [...lines.values()];
  return new Map(groups.map((group) => [group, all.filter(({ line }) => (line.kind ?? "unmatched") === group)]));
}
