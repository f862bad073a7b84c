// Actions on statement lines: accept, match, unmatch; afterwards all payment queries are refetched.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { acceptExactMatches, isMatchConflictError, type LineMatch, matchLine, unmatchLine } from "@/data/statement";
import { useMessages } from "@/messages";
import { formatError } from "@/messages/failures";
import { useStatementMessages } from "@/messages/statement";
import { useToast } from "@/ui/Toast";

/** Contains the table names, so that their changes invalidate it. */
export const STATEMENT_QUERY_KEY = ["admin", "statement", "transactions", "audition_registrations"] as const;

export function useStatementMatching() {
  const m = useMessages();
  const words = useStatementMessages();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<string[]>([]);

  const reload = () => queryClient.invalidateQueries({ queryKey: ["admin"] });

  /** Resolves to true on success. */
  const run = async (action: () => Promise<string>): Promise<boolean> => {
    setBusy(true);
    setErrors([]);
    try {
      toast(await action());
      return true;
    } catch (failure) {
      console.error("The statement could not be changed", failure);
      setErrors([isMatchConflictError(failure) ? words.outdated : formatError(failure, m)]);
      return false;
    } finally {
      await reload();
      setBusy(false);
    }
  };

  return {
    busy,
    errors,
    reload,
    accept: (lines: readonly string[]) =>
      run(async () => {
        const { accepted, skipped } = await acceptExactMatches(lines);
        const skippedNote = skipped.length > 0 ? `\n${words.skipped(skipped.length)}` : "";
        return words.accepted(accepted.length) + skippedNote;
      }),
    match: (match: LineMatch) =>
      run(async () => {
        await matchLine(match);
        return match.accepting ? words.matchedAndAccepted : words.matched;
      }),
    unmatch: (line: string) =>
      run(async () => {
        await unmatchLine(line);
        return words.unmatched;
      }),
  };
}

export type StatementMatching = ReturnType<typeof useStatementMatching>;
