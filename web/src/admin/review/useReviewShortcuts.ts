// The keys of the desk. They are silent while somebody types, in dialogs, with modifiers, and when they are switched off.

import { useEffect, useEffectEvent, useState } from "react";
import { readRaw, writeRaw } from "@/lib/browserStorage";
import { brand } from "@/lib/config";

const KEY = `${brand.prefix}review_keys`;

/** Single letters can be spoken by accident: whoever works by voice switches them off. */
export function useShortcutsSwitch(): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(() => readRaw(KEY) !== "off");
  const set = (isOn: boolean) => {
    setOn(isOn);
    writeRaw(KEY, isOn ? null : "off");
  };
  return [on, set];
}

/** By the key's name, letters in lower case. While a picture is enlarged, arrows move it. */
const keys = {
  accept: ["a"],
  reject: ["r"],
  later: ["l"],
  next: ["j", "ArrowRight"],
  previous: ["k", "ArrowLeft"],
  turn: ["z"],
  zoomIn: ["+", "="],
  zoomOut: ["-"],
  fit: ["0"],
  move: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
  undo: ["u"],
} as const;

type ReviewAct = keyof typeof keys;
type Acts = Readonly<Partial<Record<ReviewAct, (key: string) => void>>>;

export const shortcutNames = Object.keys(keys) as ReviewAct[];
export const keysOf = (name: ReviewAct): readonly string[] => keys[name];

/** The last one that is possible now. */
function actOf(acts: Acts, key: string): Acts[ReviewAct] {
  const name = shortcutNames.findLast((one) => acts[one] && keysOf(one).includes(key));
  return name && acts[name];
}

/** The switch is for keys that type something: arrows always work. */
export function useReviewShortcuts(acts: Acts, on: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isCharacter = event.key.length === 1;
    const key = isCharacter ? event.key.toLowerCase() : event.key;
    const act = actOf(acts, key);
    if (!act || (isCharacter && !on) || !isMeantForPage(event)) return;
    event.preventDefault();
    act(key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** A key that is held down decides once. */
function isMeantForPage({ target, defaultPrevented, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyped =
    target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  return !(
    defaultPrevented ||
    repeat ||
    ctrlKey ||
    metaKey ||
    altKey ||
    isTyped ||
    document.querySelector("dialog[open]")
  );
}
