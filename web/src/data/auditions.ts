// Auditions: a talent's registration, sent once however often the network fails in between, and what is announced.

import { attempts } from "./attempt";
import { ownTables } from "./backend";
import { withNewPictures } from "./recordPictures";
import { insertRow, readRow } from "./records";
import type { AnnouncementWithRegistrant, AuditionAnnouncement, AuditionRegistration } from "./tables";
import type { UploadWatch } from "./uploads";

export const COMCARD_FOLDER = "audition-registrations/comcards";
export const REGISTRATION_INVOICE_FOLDER = "audition-registrations/invoices";

export const registrationPictures = [
  { column: "comcard_image", folder: COMCARD_FOLDER },
  { column: "invoice_image", folder: REGISTRATION_INVOICE_FOLDER },
] as const;

type Entered = Pick<
  AuditionRegistration,
  "name" | "place_and_date_of_birth" | "address" | "age" | "body_weight" | "height"
>;
export type Registration = Entered & { comcard_image: File; invoice_image: File };

const registrations = attempts("registration");

/** If an earlier answer got lost on its way, what was stored then stands. Pictures of a failed sending are removed. */
export async function register(registration: Registration, userId: string, watch: UploadWatch): Promise<void> {
  const attempt = registrations.current(userId);
  const stands = attempt.sent && (await readRow("audition_registrations", attempt.uuid)) !== null;
  if (!stands) {
    await withNewPictures(registrationPictures, registration, watch, async (values) => {
      registrations.sent(attempt);
      const now = new Date().toISOString();
      const { uuid } = attempt;
      await insertRow("audition_registrations", {
        uuid,
        user_id: userId,
        ...values,
        created_at: now,
        updated_at: now,
      });
    });
  }
  registrations.done();
}

export async function announcementsOf(userId: string): Promise<AuditionAnnouncement[]> {
  const rows = (await ownTables()).from("audition_announcements").select("*", { count: "exact" }).eq("user_id", userId);
  return (await rows.order("created_at", { ascending: false }).order("uuid").throwOnError()).data;
}

/** One question for all cards: the view brings each person's newest name and comcard along. */
export async function allAnnouncements(): Promise<AnnouncementWithRegistrant[]> {
  const rows = (await ownTables()).from("audition_announcements_with_registrant").select("*", { count: "exact" });
  return (await rows.order("created_at", { ascending: false }).order("uuid").throwOnError()).data;
}
