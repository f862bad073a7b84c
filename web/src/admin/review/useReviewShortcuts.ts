// The desk's keyboard shortcuts; inactive while typing, in dialogs, with modifiers, and if disabled.

import { useEffect, useEffectEvent, useState } from "react";
import { readLocalStorage, writeLocalStorage } from "@/lib/browserStorage";
import { brand } from "@/lib/config";

const KEY = `${brand.prefix}review_keys`;

/** Speech input can trigger single-letter shortcuts by accident, so they can be disabled (WCAG 2.1.4). */
export function useShortcutsEnabled(): [on: boolean, set: (on: boolean) => void] {
  const [isEnabled, setEnabled] = useState(() => readLocalStorage(KEY) !== "off");
  const set = (enabled: boolean) => {
    setEnabled(enabled);
    writeLocalStorage(KEY, enabled ? null : "off");
  };
  return [isEnabled, set];
}

/** By `KeyboardEvent.key`, letters in lower case. Arrows pan an enlarged picture. */
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

type ReviewAction = keyof typeof keys;
type ReviewActions = Readonly<Partial<Record<ReviewAction, (key: string) => void>>>;

export const SHORTCUT_NAMES = Object.keys(keys) as ReviewAction[];
export const getShortcutKeys = (name: ReviewAction): readonly string[] => keys[name];

/** The last action that is currently possible. */
function actionFor(actions: ReviewActions, key: string): ReviewActions[ReviewAction] {
  const name = SHORTCUT_NAMES.findLast((shortcut) => actions[shortcut] && getShortcutKeys(shortcut).includes(key));
  return name && actions[name];
}

/** Only character keys can be disabled; arrows always work. */
export function useReviewShortcuts(actions: ReviewActions, isEnabled: boolean): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isCharacter = event.key.length === 1;
    const key = isCharacter ? event.key.toLowerCase() : event.key;
    const action = actionFor(actions, key);
    if (!action || (isCharacter && !isEnabled) || !isMeantForPage(event)) return;
    event.preventDefault();
    action(key);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}

/** Ignores key repeat, so that a held key decides once. */
function isMeantForPage({ target, defaultPrevented, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isEditing =
    target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  return !(
    defaultPrevented ||
    repeat ||
    ctrlKey ||
    metaKey ||
    altKey ||
    isEditing ||
    document.querySelector("dialog[open]")
  );
}
