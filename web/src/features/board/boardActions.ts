// The board's actions, by key, touch or swipe, announced to screen readers.

import type { CastingVerdict } from "@/data/tables";
import type { BoardRegistrant, BoardStore } from "@/entities/board";
import type { CrewMessages } from "@/messages/crew";
import type { BoardParams } from "./boardParams";

export interface BoardActions {
  /** Deciding the same again clears the decision. */
  decide: (uuid: string, verdict: CastingVerdict) => void;
  score: (uuid: string, score: number | null) => void;
  openNote: (uuid: string) => void;
  /** Shows this person beside the current one; again to stop comparing. */
  compare: (person: BoardRegistrant) => void;
  undo: () => void;
}

interface BoardActionsOptions {
  board: BoardStore;
  words: CrewMessages;
  params: BoardParams;
  change: (next: Partial<BoardParams>) => void;
  choose: (uuid: string) => void;
  openNote: (uuid: string) => void;
  announce: (words: string) => void;
}

export function createBoardActions({
  board,
  words,
  params,
  change,
  choose,
  openNote,
  announce,
}: BoardActionsOptions): BoardActions {
  const find = (uuid: string) => board.read().people?.find((person) => person.uuid === uuid);
  const announceChange = (uuid: string, change: string) => announce(words.board.said(find(uuid)?.number ?? 0, change));
  return {
    decide: (uuid, verdict) => {
      const decision = find(uuid)?.castingDecision.decision === verdict ? null : verdict;
      board.write({ kind: "decision", registration: uuid, changes: { decision } });
      announceChange(uuid, words.board.states[decision ?? "undecided"]);
    },
    score: (uuid, score) => {
      board.write({ kind: "score", registration: uuid, changes: { score } });
      announceChange(uuid, score === null ? words.noScores : words.score(score));
    },
    openNote,
    compare: ({ number }) => change({ beside: params.beside === `${number}` ? null : `${number}` }),
    undo: () => {
      const uuid = board.undo();
      if (!uuid) return;
      choose(uuid);
      announceChange(uuid, words.board.undo);
    },
  };
}
