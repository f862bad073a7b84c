// What is done with lines: accepted together, matched, unmatched; afterwards everything that shows payments is read again.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { acceptMatches, isConflict, type LineMatch, matchLine, unmatchLine } from "@/data/statement";
import { useMessages } from "@/messages";
import { sentenceFor } from "@/messages/failures";
import { useStatementMessages } from "@/messages/statement";
import { useToast } from "@/ui/Toast";

/** What it names is what it is read again after. */
export const statementKey = ["admin", "statement", "transactions", "audition_registrations"] as const;

export function useMatching() {
  const m = useMessages();
  const words = useStatementMessages();
  const toast = useToast();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<string[]>([]);

  const reload = () => queries.invalidateQueries({ queryKey: ["admin"] });

  /** True when it was done. */
  const act = async (work: () => Promise<string>): Promise<boolean> => {
    setBusy(true);
    setErrors([]);
    try {
      toast(await work());
      return true;
    } catch (failure) {
      console.error("The statement could not be changed", failure);
      setErrors([isConflict(failure) ? words.outdated : sentenceFor(failure, m)]);
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
      act(async () => {
        const { accepted, skipped } = await acceptMatches(lines);
        const left = skipped.length > 0 ? `\n${words.skipped(skipped.length)}` : "";
        return words.accepted(accepted.length) + left;
      }),
    match: (match: LineMatch) =>
      act(async () => {
        await matchLine(match);
        return match.accepting ? words.matchedAndAccepted : words.matched;
      }),
    unmatch: (line: string) =>
      act(async () => {
        await unmatchLine(line);
        return words.unmatched;
      }),
  };
}

export type Matching = ReturnType<typeof useMatching>;
