// How long there is still to register for an event, in both languages; only the running page says it.
import type { Language } from "@/lib/language";

export interface CountdownMessages {
  register: string;
  /** Until what comes next. */
  left: Record<"before" | "open" | "closed", (time: string) => string>;
  units: Record<"day" | "hour" | "minute" | "second", (count: number) => string>;
}

const counted = (unit: string) => (count: number) => `${count} ${unit}${count === 1 ? "" : "s"}`;

const en: CountdownMessages = {
  register: "Register",
  left: {
    before: (time) => `Opens in ${time}`,
    open: (time) => `${time} left to register`,
    closed: (time) => `Begins in ${time}`,
  },
  units: { day: counted("day"), hour: counted("hour"), minute: counted("minute"), second: counted("second") },
};

const id: CountdownMessages = {
  register: "Daftar sekarang",
  left: {
    before: (time) => `Dibuka ${time} lagi`,
    open: (time) => `Sisa waktu mendaftar ${time}`,
    closed: (time) => `Dimulai ${time} lagi`,
  },
  units: {
    day: (count) => `${count} hari`,
    hour: (count) => `${count} jam`,
    minute: (count) => `${count} menit`,
    second: (count) => `${count} detik`,
  },
};

export const countdownMessages: Record<Language, CountdownMessages> = { en, id };
