// How long there is still to register for an event, in both languages; only the running page says it.
import type { Language } from "@/lib/language";

const counted = (unit: string) => (count: number) => `${count} ${unit}${count === 1 ? "" : "s"}`;

const en = {
  register: "Register",
  /** Until what comes next. */
  left: {
    before: (time: string) => `Opens in ${time}`,
    open: (time: string) => `${time} left to register`,
    closed: (time: string) => `Begins in ${time}`,
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

export type CountdownMessages = typeof en;

export const countdownMessages: Record<Language, CountdownMessages> = { en, id };
