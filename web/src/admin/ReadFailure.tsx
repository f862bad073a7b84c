// Something of the admin area could not be read: said in our own words, with another try. The backend's go to the log.

import { useEffect } from "react";
import { isNetworkError } from "@/lib/networkErrors";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Failure } from "@/ui/Failure";

interface ReadFailureProps {
  error: unknown;
  onRetry: () => void;
}

export function ReadFailure({ error, onRetry }: ReadFailureProps) {
  const m = useMessages();
  const { notRead } = useAdminMessages().table;
  useEffect(() => console.error("Reading failed", error), [error]);
  const message = isNetworkError(error) ? m.failures.unreachable : notRead;
  return <Failure message={message} retryLabel={m.common.tryAgain} onRetry={onRetry} />;
}
