// A failed read in the admin area: a generic message and a retry button; the backend's message is only logged.

import { useEffect } from "react";
import { isNetworkError } from "@/lib/networkErrors";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { ErrorNotice } from "@/ui/ErrorNotice";

interface ReadFailureProps {
  error: unknown;
  onRetry: () => void;
}

export function LoadErrorNotice({ error, onRetry }: ReadFailureProps) {
  const m = useMessages();
  const { notRead } = useAdminMessages().table;
  useEffect(() => console.error("Reading failed", error), [error]);
  const message = isNetworkError(error) ? m.failures.unreachable : notRead;
  return <ErrorNotice message={message} retryLabel={m.common.tryAgain} onRetry={onRetry} />;
}
