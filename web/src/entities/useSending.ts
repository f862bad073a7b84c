// A form on its way to the backend: one sending at a time, how far it is, how to stop it, and what went wrong.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { prepareSending, type UploadWatch } from "@/data/uploads";
import { wasCancelled } from "@/lib/noAnswer";
import { fieldsOf } from "@/lib/typeGuards";
import { useMessages } from "@/messages";
import { sentencesFor } from "@/messages/failures";
import { RESERVED_AMOUNT } from "./useAmountDue";

export type Outcome = "done" | "cancelled" | "failed" | "busy";

/** The reasons that lie in what was entered. */
export type Check = (entered: FormData) => readonly string[];

/** Gives further reasons why nothing was sent, none when it is stored; throws when it could not be stored. */
export type Work = (watch: Required<UploadWatch>) => Promise<readonly string[]>;

export interface Sending {
  errors: readonly string[];
  /** How much of the pictures has been sent, between 0 and 1; null while nothing is on its way. */
  progress: number | null;
  send: (entered: FormData, work: Work) => Promise<Outcome>;
  /** What is mended by now is no error any more; what else is wrong is said at the next try. */
  recheck: (form: HTMLFormElement) => void;
  cancel: () => void;
}

export function useSending(check: Check): Sending {
  const m = useMessages();
  const queries = useQueryClient();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState<number | null>(null);
  const cancelling = useRef<AbortController>(null);
  const found = useRef<readonly string[]>([]);

  useEffect(() => {
    prepareSending().catch(console.error);
  }, []);

  async function send(entered: FormData, work: Work): Promise<Outcome> {
    if (cancelling.current) return "busy";
    found.current = check(entered);
    if (found.current.length > 0) {
      setErrors(found.current);
      return "failed";
    }
    const stop = new AbortController();
    cancelling.current = stop;
    setErrors([]);
    setProgress(0);
    try {
      const problems = await work({ onProgress: setProgress, signal: stop.signal });
      setErrors(problems);
      return problems.length > 0 ? "failed" : "done";
    } catch (failure) {
      if (wasCancelled(failure)) return "cancelled";
      setErrors(sentencesFor(failure, m));
      if (fieldsOf(failure).hint === "amount_moved") await queries.invalidateQueries({ queryKey: [RESERVED_AMOUNT] });
      return "failed";
    } finally {
      cancelling.current = null;
      setProgress(null);
    }
  }

  const recheck = (form: HTMLFormElement) => {
    if (!errors.some((error) => found.current.includes(error))) return;
    const left = check(new FormData(form));
    const isMended = (error: string) => found.current.includes(error) && !left.includes(error);
    if (errors.some(isMended)) setErrors(errors.filter((error) => !isMended(error)));
  };

  return { errors, progress, send, recheck, cancel: () => cancelling.current?.abort() };
}
