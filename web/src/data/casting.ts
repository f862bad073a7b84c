// Casting administration: slots, announcement texts, announcing, and results.

import { restClient } from "./backend";
import { fetchByKey } from "./fetchByKey";
import { fetchInBatches } from "./fetchInBatches";
import type {
  AnnouncementPreview,
  AnnouncementText,
  AppointmentKind,
  CastingEvent,
  CastingResult,
  CastingRound,
  CastingSlot,
  SlotChanges,
  SlotPlan,
  SlottedPerson,
} from "./tables";

export async function fetchCastingEvents(): Promise<CastingEvent[]> {
  const rows = (await restClient()).from("events").select("*").order("created_at", { ascending: false });
  return (await rows.throwOnError()).data;
}

export async function previewAnnouncement(event_uuid: string, round: CastingRound): Promise<AnnouncementPreview> {
  return (await (await restClient()).rpc("preview_announcement", { event_uuid, round }).throwOnError()).data;
}

/** Refused if decisions or texts have changed since the preview. */
export async function announceResults(event_uuid: string, round: CastingRound, { due, texts }: AnnouncementPreview) {
  const previewed = { accepted: due.accepted, declined: due.declined, texts };
  return (await (await restClient()).rpc("announce", { event_uuid, round, ...previewed }).throwOnError()).data;
}

export async function fetchAnnouncementTexts(event_uuid: string, round: CastingRound): Promise<AnnouncementText[]> {
  const rows = (await restClient()).from("announcement_texts").select("*").eq("event_uuid", event_uuid);
  return (await rows.eq("round", round).throwOnError()).data as AnnouncementText[];
}

type StoredText = Pick<AnnouncementText, "event_uuid" | "round" | "accepted" | "en" | "id">;

export async function saveAnnouncementText(text: StoredText): Promise<void> {
  await (await restClient()).rpc("keep_announcement_text", text).throwOnError();
}

export async function sendTestAnnouncement(event_uuid: string, round: CastingRound, accepted: boolean): Promise<void> {
  await (await restClient()).rpc("send_test_announcement", { event_uuid, round, accepted }).throwOnError();
}

export async function fetchSlots(event_uuid: string): Promise<CastingSlot[]> {
  const rows = (await restClient()).from("slots").select("*").eq("event_uuid", event_uuid);
  return (await rows.order("starts_at").order("place").throwOnError()).data as CastingSlot[];
}

export async function planSlots(plan: SlotPlan): Promise<void> {
  await (await restClient()).rpc("plan_slots", plan).throwOnError();
}

/** Refused if it would overlap another slot of somebody in it, or hold fewer than it has. */
export async function changeSlot(slot_uuid: string, changes: SlotChanges): Promise<void> {
  await (await restClient()).rpc("change_slot", { slot_uuid, changes }).throwOnError();
}

export async function removeSlots(slot_uuids: readonly string[]): Promise<void> {
  await (await restClient()).rpc("remove_slots", { slot_uuids }).throwOnError();
}

/** Returns how many people are left without a slot. */
export async function fillSlots(event_uuid: string, kind: AppointmentKind, round: CastingRound): Promise<number> {
  return (await (await restClient()).rpc("fill_slots", { event_uuid, kind, round }).throwOnError()).data;
}

/** By number, with the slots and rescheduling requests of both rounds; without deleted registrations. */
export async function fetchSlottedPeople(event_uuid: string): Promise<SlottedPerson[]> {
  const columns =
    "uuid,number,audition_registrations(name),casting_decisions!inner(round,decision,training_slot,rehearsal_slot,audition_slot)";
  const tables = await restClient();
  const people = await fetchByKey<"number", SlottedPerson>("number", () =>
    tables
      .from("event_registrations")
      .select(`${columns},event_announcements(announcement_uuid,round,wish)`)
      .eq("event_uuid", event_uuid),
  );
  return people.filter(({ audition_registrations: card }) => card);
}

/** The talent keeps what was announced, and is sent it once more. */
export async function declineReschedule(announcement_uuid: string): Promise<void> {
  await (await restClient()).rpc("ask_for_other_hours", { announcement_uuid, reason: null }).throwOnError();
}

export async function moveToSlot(
  registration: string,
  kind: AppointmentKind,
  slot: string | null,
  round: CastingRound,
) {
  const args = { registration_uuids: [registration], changes: { [`${kind}_slot`]: slot }, round };
  await (await restClient()).rpc("decide", args).throwOnError();
}

export async function fetchCastingResults(event_uuid: string): Promise<CastingResult[]> {
  const tables = await restClient();
  return fetchByKey("number", () => tables.rpc("casting_results", { event_uuid }));
}

/** By the registration's uuid; missing if it was sent for no event. */
export async function fetchCastingNumbers(registrations: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const tables = await restClient();
  const read = async (batch: readonly string[]) =>
    (await tables.from("event_registrations").select("uuid,number").in("uuid", batch).throwOnError()).data;
  return new Map((await fetchInBatches(registrations, read)).map(({ uuid, number }) => [uuid, number]));
}
