// The desk's keyboard shortcuts.

import { useShortcuts } from "@/ui/shortcuts";

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

export function useReviewShortcuts(actions: ReviewActions, isEnabled: boolean): void {
  useShortcuts(isEnabled, (key) => {
    const action = actionFor(actions, key);
    action?.(key);
    return action !== undefined;
  });
}
