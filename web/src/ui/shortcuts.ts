// Keyboard shortcuts of a page: inactive while typing, in dialogs, with modifiers, and if disabled.

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

/**
 * `handleKey` gets letters in lower case, and returns whether it handled the key. Only character keys can be disabled, and
 * only they ignore key repeat, so that a held key decides once; arrows always work, except with Shift, which selects text.
 */
export function useShortcuts(isEnabled: boolean, handleKey: (key: string) => boolean): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isCharacter = event.key.length === 1;
    if ((isCharacter ? !isEnabled || event.repeat : event.shiftKey) || !isMeantForPage(event)) return;
    if (handleKey(isCharacter ? event.key.toLowerCase() : event.key)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}

function isMeantForPage({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isEditing =
    target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  return !(defaultPrevented || ctrlKey || metaKey || altKey || isEditing || document.querySelector("dialog[open]"));
}
