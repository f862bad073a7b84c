// Why a read failed, and a retry button.

import { useMessages } from "@/messages";
import { formatError } from "@/messages/failures";
import { ErrorNotice } from "@/ui/ErrorNotice";

export function ReadFailure({ error, refetch }: { error: unknown; refetch: () => unknown }) {
  const m = useMessages();
  return <ErrorNotice message={formatError(error, m)} retryLabel={m.common.tryAgain} onRetry={() => void refetch()} />;
}
