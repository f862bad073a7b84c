// A status badge: the label carries the meaning, the colour only repeats it.

import type { ReactNode } from "react";
import { classNames } from "./classNames";

const tones = {
  amber: "text-processed",
  green: "text-accepted",
  blue: "text-finished",
  red: "text-rejected",
} as const;

export type BadgeTone = keyof typeof tones;

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className={classNames("eyebrow inline-flex items-center gap-2 whitespace-nowrap", tones[tone])}>
      <span aria-hidden="true" className="size-2 rotate-45 bg-current" />
      {children}
    </span>
  );
}
