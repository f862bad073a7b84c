// Statement lines grouped by match kind, each with its candidate payments.

import { type MatchKind, matchKinds, type StatementMatch } from "@/data/tables";

export type Candidate = Extract<StatementMatch, { kind: MatchKind }>;

export interface LineWithCandidates {
  line: StatementMatch;
  candidates: Candidate[];
}

export type Group = MatchKind | "unmatched";

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** In working order; matched lines come last. */
export const groups: readonly Group[] = [...matchKinds.filter((kind) => kind !== "matched"), "unmatched", "matched"];

/** Of a line's candidates, those whose name it says come first. */
export function groupMatches(matches: readonly StatementMatch[]): Map<Group, LineWithCandidates[]> {
  const lines = new Map<string, LineWithCandidates>();
  for (const match of matches) {
    const entry = lines.get(match.line_uuid) ?? { line: match, candidates: [] };
    if (match.kind) entry.candidates.push(match);
    lines.set(match.line_uuid, entry);
  }
  for (const { line, candidates } of lines.values()) {
    const said = new Set(wordsOf(line.description));
    const countSaid = ({ name }: Candidate) => wordsOf(name ?? "").filter((word) => said.has(word)).length;
    candidates.sort((one, other) => countSaid(other) - countSaid(one));
  }
  const all = [...lines.values()];
  return new Map(groups.map((group) => [group, all.filter(({ line }) => (line.kind ?? "unmatched") === group)]));
}
