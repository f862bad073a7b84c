// Which registrants the board shows, as its address says.

import { type CastingRound, castingRounds, castingVerdicts } from "@/data/tables";
import { averageScore, type Registrant } from "@/entities/board";

export const leaderStates = ["unscored", "scored"] as const;
export const adminStates = ["undecided", ...castingVerdicts, ...leaderStates] as const;
export const payments = ["paid", "unpaid"] as const;
export type BoardFilterState = (typeof adminStates)[number];
export type BoardParams = Record<
  "event" | "round" | "state" | "payment" | "score" | "tag" | "names" | "beside",
  string | null
>;

export function parseBoardParams(params: URLSearchParams): BoardParams {
  const one = (name: keyof BoardParams) => params.get(name);
  return {
    event: one("event"),
    round: one("round"),
    state: one("state"),
    payment: one("payment"),
    score: one("score"),
    tag: one("tag"),
    names: one("names"),
    beside: one("beside"),
  };
}

export function roundOf({ round }: BoardParams): CastingRound {
  return castingRounds.find((one) => one === round) ?? "selection";
}

export function matchesFilters(person: Registrant, { state, payment, score, tag }: BoardParams): boolean {
  const isInState = !state || isIn(person, state);
  const hasPaid = !payment || payment === (owesFee(person) ? "unpaid" : "paid");
  const isScored = !score || (averageScore(person)?.mean ?? -1) >= Number(score);
  return isInState && hasPaid && isScored && (!tag || person.draft.tags.includes(tag));
}

function isIn({ own, draft }: Registrant, state: string): boolean {
  if (state === "unscored") return own.score === null;
  if (state === "scored") return own.score !== null;
  return state === (draft.decision ?? "undecided");
}

/** Known to administrators alone. */
export function owesFee({ audition_registrations: card }: Registrant): boolean {
  return (card?.payments?.total ?? 0) > 0 && card?.payments?.state !== "accepted";
}

export function tagsOf(people: readonly Registrant[]): string[] {
  return [...new Set(people.flatMap(({ draft }) => draft.tags))].toSorted();
}
