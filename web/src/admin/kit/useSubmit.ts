// A form on its way: checked as a whole, sent once at a time, and what to say when it fails.

import { type FormEvent, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { NotRestored } from "@/data/recordPictures";
import { type AnyRow, ChangedMeanwhile, type Values } from "@/data/records";
import { prepareSending, type UploadWatch } from "@/data/uploads";
import { wasCancelled } from "@/lib/noAnswer";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { sentenceFor } from "@/messages/failures";
import { PartlyDone } from "./oneByOne";

export interface Submission {
  errors: readonly string[];
  /** Fields that the errors are about. */
  invalid: ReadonlySet<string>;
  /** What somebody else stored meanwhile, and what was entered here. */
  conflict: { now: AnyRow; entered: Values } | null;
  busy: boolean;
  /** How much of the pictures has been sent, between 0 and 1; null while none is on its way. */
  progress: number | null;
  /** Counts the failures: file controls begin anew after each. */
  round: number;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onInput: (event: FormEvent<HTMLFormElement>) => void;
  cancel: () => void;
}

type Failed = Pick<Submission, "errors" | "invalid" | "conflict">;

const fine: Failed = { errors: [], invalid: new Set(), conflict: null };

export interface Act {
  schema: v.GenericSchema<unknown, Values>;
  act: (values: Values, watch: UploadWatch) => Promise<void>;
  onDone: () => void;
}

export function useSubmit({ schema, act, onDone }: Act): Submission {
  const messagesOf = useFailureMessages();
  const [failed, setFailed] = useState(fine);
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController>(null);

  useEffect(() => {
    prepareSending().catch(console.error);
    // Whoever closes the form doesn't want the rest of the upload.
    return () => running.current?.abort();
  }, []);

  const fail = (how: Failed) => {
    setFailed(how);
    setRound((before) => before + 1);
  };

  async function submit(entered: Values): Promise<void> {
    const form = v.safeParse(schema, entered);
    if (!form.success) return fail({ ...fine, ...problems(form.issues) });
    const cancel = new AbortController();
    running.current = cancel;
    setFailed(fine);
    setBusy(true);
    setProgress(hasPicture(form.output) ? 0 : null);
    try {
      await act(form.output, { onProgress: setProgress, signal: cancel.signal });
      onDone();
    } catch (failure) {
      if (!wasCancelled(failure)) console.error(failure);
      fail({ ...fine, errors: messagesOf(failure), conflict: conflictIn(failure, form.output) });
    } finally {
      running.current = null;
      setBusy(false);
      setProgress(null);
    }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!running.current) void submit(valuesIn(new FormData(event.currentTarget)));
  };

  /** What is mended is no error any more; what else is wrong is said at the next try. */
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (failed.invalid.size === 0) return;
    const form = v.safeParse(schema, valuesIn(new FormData(currentTarget)));
    const left = form.success ? fine : problems(form.issues);
    const errors = failed.errors.filter((error) => left.errors.includes(error));
    if (errors.length === failed.errors.length) return;
    setFailed({ ...failed, errors, invalid: new Set([...failed.invalid].filter((field) => left.invalid.has(field))) });
  };

  return { ...failed, onInput, busy, progress, round, onSubmit, cancel: () => running.current?.abort() };
}

function problems(issues: readonly v.BaseIssue<unknown>[]): Pick<Submission, "errors" | "invalid"> {
  const fields = issues.flatMap((issue) => issue.path?.slice(0, 1).map(({ key }) => String(key)) ?? []);
  return { errors: issues.map((issue) => issue.message), invalid: new Set(fields) };
}

/** What is there more than once is a list. */
function valuesIn(form: FormData): Values {
  const all = (name: string) => form.getAll(name);
  return Object.fromEntries([...form.keys()].map((name) => [name, all(name).length > 1 ? all(name) : form.get(name)]));
}

function hasPicture(entered: Values): boolean {
  return Object.values(entered)
    .flat()
    .some((value) => value instanceof File);
}

function conflictIn(failure: unknown, entered: Values): Submission["conflict"] {
  return failure instanceof ChangedMeanwhile && failure.now ? { now: failure.now, entered } : null;
}

/** One sentence per failure, two uploads may fail with two. */
export function useFailureMessages(): (failure: unknown) => string[] {
  const m = useMessages();
  const a = useAdminMessages();
  return function messagesOf(failure): string[] {
    if (failure instanceof AggregateError) return failure.errors.flatMap(messagesOf);
    if (failure instanceof PartlyDone) return [a.form.partly(failure.done, failure.of), ...messagesOf(failure.cause)];
    if (failure instanceof NotRestored) return [...messagesOf(failure.cause), a.form.notRestored];
    if (failure instanceof ChangedMeanwhile) return [failure.now ? a.form.changed : a.form.gone];
    return [sentenceFor(failure, m)];
  };
}
