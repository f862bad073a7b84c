// Error texts of a failed action on records: one sentence per cause, since two uploads may fail differently.

import { PictureRestoreError } from "@/data/recordPictures";
import { EditConflictError } from "@/data/records";
import { isAbortError } from "@/lib/networkErrors";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { formatError } from "@/messages/failures";
import { PartialFailureError } from "./forEachSequentially";

export function useFormatErrors(): (failure: unknown) => string[] {
  const m = useMessages();
  const a = useAdminMessages();
  function sentences(failure: unknown): string[] {
    if (failure instanceof AggregateError) return failure.errors.flatMap(sentences);
    if (failure instanceof PartialFailureError)
      return [a.form.partly(failure.done, failure.of), ...sentences(failure.cause)];
    if (failure instanceof PictureRestoreError) return [...sentences(failure.cause), a.form.notRestored];
    if (failure instanceof EditConflictError) return [failure.current ? a.form.changed : a.form.gone];
    return [formatError(failure, m)];
  }
  return (failure) => {
    if (!isAbortError(failure)) console.error(failure);
    return sentences(failure);
  };
}
