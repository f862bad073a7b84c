// The board's filters as URL parameters.

import { type CastingRound, castingRounds, castingVerdicts } from "@/data/tables";
import { type BoardRegistrant, getAverageScore, isSettled } from "@/entities/board";

const scoreStateFilters = ["unscored", "scored"] as const;
export const leaderStateFilters = ["decline", ...scoreStateFilters] as const;
export const adminStateFilters = ["undecided", ...castingVerdicts, ...scoreStateFilters] as const;
export const paymentFilters = ["paid", "unpaid"] as const;
export type BoardParams = Record<
  "event" | "round" | "state" | "payment" | "score" | "tag" | "names" | "beside",
  string | null
>;

export function parseBoardParams(params: URLSearchParams): BoardParams {
  const param = (name: keyof BoardParams) => params.get(name);
  return {
    event: param("event"),
    round: param("round"),
    state: param("state"),
    payment: param("payment"),
    score: param("score"),
    tag: param("tag"),
    names: param("names"),
    beside: param("beside"),
  };
}

export function getRound({ round }: BoardParams): CastingRound {
  return castingRounds.find((name) => name === round) ?? "selection";
}

/** In the results, who is settled is only among those declined. */
export function matchesBoardFilters(person: BoardRegistrant, params: BoardParams): boolean {
  const { state, payment, score, tag } = params;
  if (state !== "decline" && getRound(params) === "result" && isSettled(person)) return false;
  const matchesState = !state || hasState(person, state);
  const matchesPayment = !payment || payment === (owesFee(person) ? "unpaid" : "paid");
  const matchesScore = !score || (getAverageScore(person)?.mean ?? -1) >= Number(score);
  return matchesState && matchesPayment && matchesScore && (!tag || person.castingDecision.tags.includes(tag));
}

function hasState(person: BoardRegistrant, state: string): boolean {
  if (state === "unscored") return person.own.score === null;
  if (state === "scored") return person.own.score !== null;
  return state === (person.castingDecision.decision ?? (isSettled(person) ? "decline" : "undecided"));
}

/** Payment data is only visible to administrators. */
export function owesFee({ audition_registrations: card }: BoardRegistrant): boolean {
  return (card?.payments?.total ?? 0) > 0 && card?.payments?.state !== "accepted";
}

export function collectTags(people: readonly BoardRegistrant[]): string[] {
  return [...new Set(people.flatMap(({ castingDecision }) => castingDecision.tags))].toSorted();
}
