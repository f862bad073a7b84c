// The keyboard shortcuts with a switch to disable them. Initially open on large screens with a pointer.

import { useState } from "react";
import { useReviewMessages } from "@/messages/review";
import { CheckBox } from "@/ui/CheckBox";
import { getShortcutKeys, SHORTCUT_NAMES } from "./useReviewShortcuts";

const symbols: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", "-": "−" };
const symbolOf = (key: string) => symbols[key] ?? key.toUpperCase();
/** The unshifted plus key. */
const HIDDEN_KEY = "=";

export function ShortcutLegend({ on, onSwitch }: { on: boolean; onSwitch: (on: boolean) => void }) {
  const { keys: words } = useReviewMessages();
  const [isOpen] = useState(() => matchMedia("(hover: hover) and (min-width: 80rem)").matches);
  return (
    <details open={isOpen} className="text-caption">
      <summary className="min-h-11 content-center">{words.title}</summary>
      <CheckBox checked={on} onTicked={onSwitch}>
        {words.on}
      </CheckBox>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {SHORTCUT_NAMES.map((name) => (
          <div key={name} className="col-span-full grid grid-cols-subgrid items-center">
            <dt className="flex max-w-16 flex-wrap gap-1">
              {getShortcutKeys(name)
                .filter((key) => key !== HIDDEN_KEY)
                .map((key) => (
                  <kbd key={key} className="min-w-7 rounded-soft border border-edge px-1.5 text-center font-sans">
                    {symbolOf(key)}
                  </kbd>
                ))}
            </dt>
            <dd>{words[name]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
