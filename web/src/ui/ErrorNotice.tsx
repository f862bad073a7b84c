// A failed read: the error and a retry button.

import { Button } from "./Button";

interface FailureProps {
  message: string;
  retryLabel: string;
  onRetry: () => void;
}

export function ErrorNotice({ message, retryLabel, onRetry }: FailureProps) {
  return (
    <div role="alert" className="mb-8 border-danger border-l-2 py-1 pl-4">
      <p className="whitespace-pre-line text-danger">{message}</p>
      <Button look="quiet" onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
}
