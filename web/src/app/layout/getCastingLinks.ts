// Links to the event-day screens, loaded only for signed-in users. Administrators reach them from the casting desk.
import type { Role } from "@/data/session";
import type { LocalizedText } from "@/lib/language";

const links: readonly { path: string; title: LocalizedText }[] = [
  { path: "/casting/board", title: { en: "Board", id: "Papan Seleksi" } },
  { path: "/casting/stage", title: { en: "On Stage", id: "Di Panggung" } },
  { path: "/casting/door", title: { en: "Door", id: "Pintu Masuk" } },
];

export const getCastingLinks = (role: Role | null) => (role === "leadership" ? links : []);
