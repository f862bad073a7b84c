// React binding of a board: created per event, round and user, and kept in sync while mounted.

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { getRole, useSession } from "@/data/session";
import type { CastingRound } from "@/data/tables";
import { type BoardState, type BoardStore, createBoardStore } from "./board";

export function useBoard(event: string, round: CastingRound): BoardState & { board: BoardStore; isAdmin: boolean } {
  const session = useSession();
  const userId = session.user.id;
  const isAdmin = getRole(session) === "admin";
  const board = useMemo(() => createBoardStore({ event, round, userId, isAdmin }), [event, round, userId, isAdmin]);
  useEffect(() => board.startSync(), [board]);
  return { ...useSyncExternalStore(board.subscribe, board.read), board, isAdmin };
}
