// Shown instead of a board's people until they are read: a skeleton, or why they can't be, and a retry button.

import { Skeleton } from "@/ui/Skeleton";
import type { BoardState, BoardStore } from "./board";
import { ReadFailure } from "./ReadFailure";

export function BoardFallback({ board, failure }: { board: BoardStore; failure: BoardState["failure"] }) {
  if (!failure) return <Skeleton className="h-100 w-full" />;
  return <ReadFailure error={failure} refetch={() => board.reload()} />;
}
