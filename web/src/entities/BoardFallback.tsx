// Shown instead of a board's people until they are read: a skeleton, or why they can't be, and a retry button.

import { useMessages } from "@/messages";
import { formatError } from "@/messages/failures";
import { ErrorNotice } from "@/ui/ErrorNotice";
import { Skeleton } from "@/ui/Skeleton";
import type { BoardState, BoardStore } from "./board";

export function BoardFallback({ board, failure }: { board: BoardStore; failure: BoardState["failure"] }) {
  const m = useMessages();
  if (!failure) return <Skeleton className="h-100 w-full" />;
  return (
    <ErrorNotice message={formatError(failure, m)} retryLabel={m.common.tryAgain} onRetry={() => void board.reload()} />
  );
}
