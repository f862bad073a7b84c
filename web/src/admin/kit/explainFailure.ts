// Error texts of a failed action on records: one sentence per cause, since two uploads may fail differently.

import { RestoreFailed } from "@/data/recordPictures";
import { EditConflict } from "@/data/records";
import { isAbortError } from "@/lib/networkErrors";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { sentenceFor } from "@/messages/failures";
import { PartialFailure } from "./forEachSequentially";

export function useExplainFailure(): (failure: unknown) => string[] {
  const m = useMessages();
  const a = useAdminMessages();
  function sentences(failure: unknown): string[] {
    if (failure instanceof AggregateError) return failure.errors.flatMap(sentences);
    if (failure instanceof PartialFailure)
      return [a.form.partly(failure.done, failure.of), ...sentences(failure.cause)];
    if (failure instanceof RestoreFailed) return [...sentences(failure.cause), a.form.notRestored];
    if (failure instanceof EditConflict) return [failure.current ? a.form.changed : a.form.gone];
    return [sentenceFor(failure, m)];
  }
  return (failure) => {
    if (!isAbortError(failure)) console.error(failure);
    return sentences(failure);
  };
}
