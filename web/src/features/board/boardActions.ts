// What a person does at the board, by key, finger or swipe; said aloud for those who hear the page.

import type { CastingVerdict } from "@/data/tables";
import type { Board, Registrant } from "@/entities/board";
import type { CrewMessages } from "@/messages/crew";
import type { BoardParams } from "./filters";

export interface BoardActions {
  /** The same once more takes it back. */
  decide: (uuid: string, verdict: CastingVerdict) => void;
  score: (uuid: string, score: number | null) => void;
  openNote: (uuid: string) => void;
  /** Beside whoever is chosen from here on; again, and nobody is. */
  compare: (person: Registrant) => void;
  undo: () => void;
}

interface BoardActionsPlan {
  board: Board;
  words: CrewMessages;
  params: BoardParams;
  change: (next: Partial<BoardParams>) => void;
  choose: (uuid: string) => void;
  openNote: (uuid: string) => void;
  say: (words: string) => void;
}

export function boardActions({ board, words, params, change, choose, openNote, say }: BoardActionsPlan): BoardActions {
  const find = (uuid: string) => board.read().people?.find((one) => one.uuid === uuid);
  const sayOf = (uuid: string, what: string) => say(words.board.said(find(uuid)?.number ?? 0, what));
  return {
    decide: (uuid, verdict) => {
      const decision = find(uuid)?.draft.decision === verdict ? null : verdict;
      board.write({ kind: "draft", registration: uuid, changes: { decision } });
      sayOf(uuid, words.board.states[decision ?? "undecided"]);
    },
    score: (uuid, score) => {
      board.write({ kind: "score", registration: uuid, changes: { score } });
      sayOf(uuid, score === null ? words.noScores : words.score(score));
    },
    openNote,
    compare: ({ number }) => change({ beside: params.beside === `${number}` ? null : `${number}` }),
    undo: () => {
      const uuid = board.undo();
      if (!uuid) return;
      choose(uuid);
      sayOf(uuid, words.board.undo);
    },
  };
}
