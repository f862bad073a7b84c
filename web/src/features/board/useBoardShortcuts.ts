// The board's keyboard shortcuts.

import type { CastingVerdict } from "@/data/tables";
import type { BoardRegistrant } from "@/entities/board";
import { useShortcuts } from "@/ui/shortcuts";
import type { BoardActions } from "./boardActions";
import { getCardElementId } from "./RegistrantCard";

const verdictKeys: Record<string, CastingVerdict> = { a: "accept", d: "decline", s: "shortlist" };

interface ShortcutOptions {
  isEnabled: boolean;
  shown: readonly BoardRegistrant[];
  current: BoardRegistrant | undefined;
  isAdmin: boolean;
  actions: BoardActions;
  choose: (uuid: string) => void;
  grid: { current: HTMLElement | null };
}

export function useBoardShortcuts(options: ShortcutOptions): void {
  const { isEnabled, shown, current, isAdmin, actions, choose, grid } = options;
  useShortcuts(isEnabled, handleKey);

  function handleKey(key: string): boolean {
    const step = stepOf(key, grid.current);
    if (step !== 0) return move(step);
    if (key === "z") actions.undo();
    else if (!current) return false;
    else if (isAdmin && verdictKeys[key]) actions.decide(current.uuid, verdictKeys[key]);
    else if (/^[0-5]$/.test(key)) actions.score(current.uuid, Number(key));
    else if (key === "n") actions.openNote(current.uuid);
    else if (key === "c") actions.compare(current);
    else return false;
    return true;
  }

  function move(step: number): boolean {
    const from = current ? shown.indexOf(current) : 0;
    const next = shown[Math.max(0, Math.min(shown.length - 1, from + step))];
    if (!next) return false;
    choose(next.uuid);
    focusCard(next.uuid);
    return true;
  }
}

export function focusCard(uuid: string): void {
  const card = document.getElementById(getCardElementId(uuid));
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest" });
}

function stepOf(key: string, grid: HTMLElement | null): number {
  if (key === "ArrowRight") return 1;
  if (key === "ArrowLeft") return -1;
  const columns = grid ? getComputedStyle(grid).gridTemplateColumns.split(" ").length : 1;
  return key === "ArrowDown" ? columns : key === "ArrowUp" ? -columns : 0;
}
