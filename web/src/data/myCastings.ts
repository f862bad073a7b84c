// A talent's castings: numbers, answers, announcements with appointments, and passes.

import { restClient } from "./backend";
import type { AuditionRegistration, CastingEvent, EventAnnouncement, EventQuestion, Pass } from "./tables";

/** A scan of the talent's pass. */
export interface CheckIn {
  scanned_at: string;
  answer: string;
}

/** Null in responses cached before registrants could read unpublished events. */
type EventFacts = Pick<
  CastingEvent,
  "uuid" | "name" | "places" | "days" | "opens_at" | "closes_at" | "translations"
> | null;
const eventColumns = "events(uuid,name,places,days,opens_at,closes_at,translations)";

export interface MyCasting {
  /** The registration's uuid. */
  uuid: string;
  /** Null while the registration is deleted. */
  registration_uuid: string | null;
  number: number;
  answers: Partial<Record<EventQuestion, string>>;
  events: EventFacts;
  event_announcements: EventAnnouncement[];
  check_ins: CheckIn[];
}

export async function fetchCastings(userId: string): Promise<MyCasting[]> {
  const columns = `uuid,registration_uuid,number,answers,${eventColumns},event_announcements(*),check_ins(scanned_at,answer)`;
  const rows = (await restClient()).from("event_registrations").select(columns).eq("user_id", userId);
  return (await rows.order("created_at", { ascending: false }).throwOnError()).data as unknown as MyCasting[];
}

/** An empty reason withdraws the request. */
export async function requestReschedule(announcement_uuid: string, reason: string | null): Promise<void> {
  await (await restClient()).rpc("ask_for_other_hours", { announcement_uuid, reason }).throwOnError();
}

export interface MyPass extends Pass {
  events: EventFacts;
  card: Pick<AuditionRegistration, "name" | "comcard_image">;
  /** The result after the selection. */
  announcements: EventAnnouncement[];
}

/** The pass of a registration, or null; a deleted registration has none. */
export async function fetchPass(registration: string): Promise<MyPass | null> {
  const tables = await restClient();
  const [passes, cards, announcements] = await Promise.all([
    tables.from("passes").select(`*,${eventColumns}`).eq("registration_uuid", registration).throwOnError(),
    tables.from("audition_registrations").select("name,comcard_image").eq("uuid", registration).throwOnError(),
    tables
      .from("event_announcements")
      .select("*")
      .eq("registration_uuid", registration)
      .order("round", { ascending: false })
      .throwOnError(),
  ]);
  const [pass] = passes.data as unknown as MyPass[];
  const [card] = cards.data;
  return pass && card ? { ...pass, card, announcements: announcements.data as EventAnnouncement[] } : null;
}
