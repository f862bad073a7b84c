// Registrants of an event for the jury, scores and decisions, and calls to the stage.

import { restClient } from "./backend";
import { fetchByKey } from "./fetchByKey";
import type {
  CastingDecision,
  CastingRound,
  CastingScore,
  DecisionChanges,
  Juror,
  RegistrantRow,
  ScoreChanges,
} from "./tables";

const cardColumns = "name,age,height,body_weight,comcard_image,place_and_date_of_birth,address";

/** Leaders may read neither decisions nor payments. */
export async function fetchRegistrants(event: string, round: CastingRound, isAdmin: boolean): Promise<RegistrantRow[]> {
  const paymentColumns = isAdmin ? ",payments(state,total)" : "";
  const decisionColumns = isAdmin ? ",casting_decisions(*)" : "";
  const columns = `uuid,number,answers,audition_registrations(${cardColumns}${paymentColumns}),casting_scores(*)${decisionColumns},event_announcements(round,accepted)`;
  const tables = await restClient();
  return fetchByKey<"number", RegistrantRow>("number", () => {
    const rows = tables
      .from("event_registrations")
      .select(columns)
      .eq("event_uuid", event)
      .eq("casting_scores.round", round);
    return isAdmin ? rows.eq("casting_decisions.round", round) : rows;
  });
}

const WITH_EVENT = "*,event_registrations!inner(event_uuid)";

/** Scores updated since then; all of them for null. */
export const fetchScoresSince = (event: string, round: CastingRound, since: string | null) =>
  updatedSince<CastingScore>("casting_scores", event, round, since);

export const fetchDecisionsSince = (event: string, round: CastingRound, since: string | null) =>
  updatedSince<CastingDecision>("casting_decisions", event, round, since);

async function updatedSince<Row extends { uuid: string }>(
  table: "casting_scores" | "casting_decisions",
  event: string,
  round: CastingRound,
  since: string | null,
): Promise<Row[]> {
  const tables = await restClient();
  return fetchByKey("uuid", () => {
    const rows = tables.from(table).select(WITH_EVENT).eq("round", round).eq("event_registrations.event_uuid", event);
    return since ? rows.gt("updated_at", since) : rows;
  });
}

/** Other jurors' scores can be read once one's own is stored. */
export async function fetchScores(registrations: readonly string[], round: CastingRound): Promise<CastingScore[]> {
  const rows = (await restClient()).from("casting_scores").select("*").eq("round", round);
  return (await rows.in("registration_uuid", registrations).throwOnError()).data as CastingScore[];
}

export async function sendScore(registration_uuid: string, changes: ScoreChanges, round: CastingRound, juror?: string) {
  const args = { registration_uuid, changes, round, ...(juror && { juror }) };
  await (await restClient()).rpc("score_registration", args).throwOnError();
}

export async function sendDecision(
  registration_uuids: readonly string[],
  changes: DecisionChanges,
  round: CastingRound,
) {
  await (await restClient()).rpc("decide", { registration_uuids, changes, round }).throwOnError();
}

/** The jurors whose sheets administrators can enter. */
export async function fetchJurors(): Promise<Juror[]> {
  return (await (await restClient()).rpc("jurors").throwOnError()).data;
}

/** The registration called to the stage last. */
export async function fetchLastCalled(event: string): Promise<string | null> {
  const rows = (await restClient()).from("stage_calls").select("registration_uuid").eq("event_uuid", event);
  return (await rows.maybeSingle().throwOnError()).data?.registration_uuid ?? null;
}

export async function callToStage(registration_uuid: string): Promise<void> {
  await (await restClient()).rpc("call_to_stage", { registration_uuid }).throwOnError();
}
