// What the pages of events say, in both languages; only those pages load it.
import type { EventDay } from "@/data/tables";
import type { Language } from "@/lib/language";

const en = {
  lead: "Castings and shows: when, where, and how to take part.",
  none: "Nothing is planned at the moment",
  noneHint: "The next casting or show will be announced here.",
  missing: "This event is not here",
  missingHint: "It may have been taken down, or the link is not complete.",
  all: "All events",
  days: "Days",
  places: "Places",
  map: "Map",
  fee: "Registration fee",
  free: "Free",
  sought: (people: number) => (people === 1 ? "Looking for one person" : `Looking for ${people} people`),
  registered: "Registration",
  addToCalendar: "Add to calendar",
  story: "About this event",
  opensOn: (moment: string) => `Registration from ${moment}.`,
  openUntil: (moment: string) => `Registration until ${moment}.`,
  open: "Registration is open",
  closed: "Registration is closed",
  over: "This event is over",
  kinds: { training: "Training", rehearsal: "Rehearsal", audition: "Audition", show: "Show" } satisfies Record<
    EventDay["kind"],
    string
  >,
};

const id: EventMessages = {
  lead: "Audisi dan peragaan busana: kapan, di mana, dan cara ikut.",
  none: "Belum ada acara saat ini",
  noneHint: "Jadwal audisi atau peragaan berikutnya akan muncul di sini.",
  missing: "Acara ini tidak ada",
  missingHint: "Mungkin sudah diturunkan, atau linknya tidak lengkap.",
  all: "Semua acara",
  days: "Jadwal",
  places: "Tempat",
  map: "Peta",
  fee: "Biaya pendaftaran",
  free: "Gratis",
  sought: (people) => `Dicari ${people} orang`,
  registered: "Pendaftaran",
  addToCalendar: "Simpan ke kalender",
  story: "Tentang acara ini",
  opensOn: (moment) => `Pendaftaran mulai ${moment}.`,
  openUntil: (moment) => `Pendaftaran sampai ${moment}.`,
  open: "Pendaftaran dibuka",
  closed: "Pendaftaran ditutup",
  over: "Acara ini sudah selesai",
  kinds: { training: "Latihan", rehearsal: "Gladi", audition: "Audisi", show: "Peragaan" },
};

export type EventMessages = typeof en;

export const eventMessages: Record<Language, EventMessages> = { en, id };
