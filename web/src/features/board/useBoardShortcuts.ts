// The board's keyboard shortcuts, inactive while typing.

import { useEffect, useEffectEvent } from "react";
import type { CastingVerdict } from "@/data/tables";
import type { BoardRegistrant } from "@/entities/board";
import type { BoardActions } from "./boardActions";
import { getCardElementId } from "./RegistrantCard";

const verdictKeys: Record<string, CastingVerdict> = { a: "accept", d: "decline", s: "shortlist" };

interface ShortcutOptions {
  shown: readonly BoardRegistrant[];
  current: BoardRegistrant | undefined;
  isAdmin: boolean;
  actions: BoardActions;
  choose: (uuid: string) => void;
  grid: { current: HTMLElement | null };
}

export function useBoardShortcuts({ shown, current, isAdmin, actions, choose, grid }: ShortcutOptions): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (handleKey(event.key)) event.preventDefault();
  });

  /** Returns whether the key was handled. */
  function handleKey(key: string): boolean {
    const step = stepOf(key, grid.current);
    if (step !== 0) return move(step);
    const letter = key.toLowerCase();
    if (letter === "z") actions.undo();
    else if (!current) return false;
    else if (isAdmin && verdictKeys[letter]) actions.decide(current.uuid, verdictKeys[letter]);
    else if (/^[0-5]$/.test(key)) actions.score(current.uuid, Number(key));
    else if (letter === "n") actions.openNote(current.uuid);
    else if (letter === "c") actions.compare(current);
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

  useEffect(() => {
    addEventListener("keydown", handleKeyDown);
    return () => removeEventListener("keydown", handleKeyDown);
  }, []);
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

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, select, textarea, dialog") !== null;
}
