// Which keys the desk knows, and the switch for those who don't want them. Open where there is room and likely a keyboard.

import { useState } from "react";
import { useReviewMessages } from "@/messages/review";
import { CheckBox } from "@/ui/CheckBox";
import { keysOf, shortcutNames } from "./useReviewShortcuts";

const signs: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", "-": "−" };
const signOf = (key: string) => signs[key] ?? key.toUpperCase();
/** Plus without its shift key. */
const UNSAID = "=";

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
        {shortcutNames.map((name) => (
          <div key={name} className="col-span-full grid grid-cols-subgrid items-center">
            <dt className="flex max-w-16 flex-wrap gap-1">
              {keysOf(name)
                .filter((key) => key !== UNSAID)
                .map((key) => (
                  <kbd key={key} className="min-w-7 rounded-soft border border-edge px-1.5 text-center font-sans">
                    {signOf(key)}
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
