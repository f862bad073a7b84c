// Auditions: a talent's registration, sent idempotently, and announcements.

import { restClient } from "./backend";
import { fetchByKey } from "./fetchByKey";
import { createIdempotencyStore, type IdempotencyStore, type SubmissionAttempt } from "./idempotency";
import { fetchCastings, type MyCasting } from "./myCastings";
import { fetchPaymentsOfPerson, type PaymentsByRecord } from "./payments";
import { fetchPublic, NEWEST_FIRST_PARAMS, tableQuery } from "./publicRows";
import { writeWithUploads } from "./recordPictures";
import { fetchRow, insertRow, type RecordValues, throwUnlessStored } from "./records";
import { fetchRefundsOfPerson } from "./refunds";
import { pictureColumns } from "./rows.generated";
import { sortRows } from "./sortRows";
import type {
  AnnouncementWithRegistrant,
  AuditionAnnouncement,
  AuditionRegistration,
  CastingEvent,
  EventQuestion,
  Refund,
} from "./tables";
import type { UploadOptions } from "./uploads";

export const { comcard_image: comcardImage, invoice_image: feeImage } = pictureColumns.audition_registrations;

const textColumns = ["name", "place_and_date_of_birth", "address", "age", "body_weight", "height"] as const;

export type Registration = Pick<AuditionRegistration, (typeof textColumns)[number]> & {
  comcard_image: File;
  invoice_image: File;
};

/** The event of a registration, and the answers to its questions. */
export interface EventAnswers {
  event_uuid: string;
  answers: Partial<Record<EventQuestion, string>>;
}

/** Of each event its own: who looks at another event's form comes back to the same attempt. */
export const registrationAttempts = (event?: string) =>
  createIdempotencyStore(event ? `registration_${event}` : "registration");

export type JoinableEvent = Pick<CastingEvent, (typeof eventColumns)[number]>;
const eventColumns = ["uuid", "name", "opens_at", "closes_at", "fee", "asked", "translations"] as const;

/** Events open for registration by the database's clock, as in private.find_open_event: a phone's may be wrong. */
export async function fetchOpenEvents(): Promise<JoinableEvent[]> {
  return fetchPublic(
    tableQuery("events", {
      ...NEWEST_FIRST_PARAMS,
      select: eventColumns.join(),
      opens_at: "lte.now",
      or: "(closes_at.is.null,closes_at.gt.now)",
    }),
  );
}

/** Resending the same entries after a lost response doesn't create a second registration; different entries, or another event, do. */
export async function submitRegistration(
  registration: Registration,
  eventAnswers: EventAnswers | null,
  userId: string,
  uploadOptions: UploadOptions,
): Promise<void> {
  const attempts = registrationAttempts(eventAnswers?.event_uuid);
  const currentAttempt = () => attempts.current(userId, contentOf(registration, eventAnswers));
  const attempt = await currentAttempt();
  const stored = attempt.sent ? await fetchRow<AuditionRegistration>("audition_registrations", attempt.uuid) : null;
  const isUnchanged = stored !== null && textColumns.every((name) => stored[name] === registration[name]);
  if (stored) attempts.clear();
  if (!isUnchanged) await uploadAndStore(registration, eventAnswers, attempts, await currentAttempt(), uploadOptions);
  attempts.clear();
}

/** Includes the files: the texts alone may equal those of an earlier year's registration. */
function contentOf(registration: Registration, eventAnswers: EventAnswers | null) {
  const { comcard_image, invoice_image } = registration;
  const files = [comcard_image, invoice_image].map(({ name, size, lastModified }) => [name, size, lastModified]);
  return { ...eventAnswers, texts: textColumns.map((name) => registration[name]), files };
}

/** Uploaded pictures are removed if the insert fails, unless its outcome is unknown. */
async function uploadAndStore(
  registration: Registration,
  eventAnswers: EventAnswers | null,
  attempts: IdempotencyStore,
  attempt: SubmissionAttempt,
  uploadOptions: UploadOptions,
): Promise<void> {
  await writeWithUploads([comcardImage, feeImage], registration, uploadOptions, async (values) => {
    attempts.markSent(attempt);
    const { uuid, user_id } = attempt;
    const now = new Date().toISOString();
    try {
      await insertRegistration({ uuid, user_id, ...values, created_at: now, updated_at: now }, eventAnswers);
    } catch (failure) {
      attempts.handleRefusal(failure);
      throw failure;
    }
  });
}

/** A plain insert without an event, else an RPC. */
export async function insertRegistration(
  registration: RecordValues & { uuid: string },
  eventAnswers: EventAnswers | null,
): Promise<void> {
  if (!eventAnswers) return insertRow("audition_registrations", registration);
  const { error, status } = await (await restClient()).rpc("register_for_event", { ...eventAnswers, registration });
  if (error) await throwUnlessStored("audition_registrations", registration.uuid, registration, error, status);
}

interface MyAuditions {
  registrations: AuditionRegistration[];
  announcements: AuditionAnnouncement[];
  /** Payments of the fees. */
  payments: PaymentsByRecord;
  /** Of the fees, oldest first. */
  refunds: Refund[];
  castings: MyCasting[];
}

/** A user's registrations and announcements, each newest first. */
export async function fetchAuditions(userId: string): Promise<MyAuditions> {
  const [registrations, announcements, payments, refunds, castings] = await Promise.all([
    fetchRegistrations(userId),
    announcementsOf(userId),
    fetchPaymentsOfPerson("audition_registrations", userId),
    fetchRefundsOfPerson("audition_registrations", userId),
    fetchCastings(userId),
  ]);
  return { registrations, announcements, payments, refunds, castings };
}

async function fetchRegistrations(userId: string): Promise<AuditionRegistration[]> {
  const rows = (await restClient()).from("audition_registrations").select("*").eq("user_id", userId);
  return (await rows.order("created_at", { ascending: false }).order("uuid").throwOnError()).data;
}

async function announcementsOf(userId: string): Promise<AuditionAnnouncement[]> {
  const rows = (await restClient())
    .from("audition_announcements")
    .select("*", { count: "exact" })
    .eq("user_id", userId);
  return (await rows.order("created_at", { ascending: false }).order("uuid").throwOnError()).data;
}

/** Newest first. No query per card: the view holds each one's name and comcard. */
export async function fetchAllAnnouncements(): Promise<AnnouncementWithRegistrant[]> {
  const tables = await restClient();
  const readAll = () => tables.from("audition_announcements_with_registrant").select("*");
  return sortRows(await fetchByKey("uuid", readAll), "created_at", false);
}
