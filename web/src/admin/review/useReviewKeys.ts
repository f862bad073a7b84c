// The keys of the desk. They are silent while somebody types, in dialogs, with modifiers, and when they are switched off.

import { useEffect, useEffectEvent, useState } from "react";
import { readRaw, writeRaw } from "@/lib/browserStorage";
import { brand } from "@/lib/config";

const KEY = `${brand.prefix}review_keys`;

/** Single letters can be spoken by accident: whoever works by voice switches them off. */
export function useKeysSwitch(): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(() => readRaw(KEY) !== "off");
  const set = (isOn: boolean) => {
    setOn(isOn);
    writeRaw(KEY, isOn ? null : "off");
  };
  return [on, set];
}

/** By the key's name, letters in lower case. The switch is for those that type something: arrows always work. */
export function useReviewKeys(acts: Readonly<Record<string, () => void>>, on: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isCharacter = event.key.length === 1;
    const act = acts[isCharacter ? event.key.toLowerCase() : event.key];
    if (!act || (isCharacter && !on) || !isMeantForPage(event)) return;
    event.preventDefault();
    act();
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
