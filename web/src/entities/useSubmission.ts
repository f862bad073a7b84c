// The one way to send a form, or to do what a button says: once at a time, with how far it is, how to stop it, and what
// went wrong.
//
//   untouched ──► checked ──► busy ──► done
//       ▲            │          ├────► cancelled
//       └── round ── refused ◄──┘

import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { UploadOptions } from "@/data/uploads";
import { isAbortError } from "@/lib/networkErrors";
import { useMessages } from "@/messages";
import { sentencesFor } from "@/messages/failures";
import { firstInvalid } from "./firstInvalid";
import { SubmissionError } from "./submissionError";
import { isUnrelatedToEntries } from "./unrelatedFailure";

/** What is wrong with what was entered: all of it, and what of it is about which control, by the control's name. */
export interface Problems {
  errors: readonly string[];
  invalid: ReadonlyMap<string, string>;
}

export type Checked<Values> = { values: Values } | Problems;

export interface SubmissionOptions<Values> {
  /** Makes values of a form; without it, a form has nothing to say. */
  check?: (entered: FormData) => Checked<Values>;
  /** Resolves when it is done, and throws what the person must read. */
  act: (values: Values, watch: Required<UploadOptions>) => Promise<void>;
  onDone?: () => void | Promise<void>;
  /** After a check that failed there is no `failure`. */
  onRefused?: (entered: FormData, failure?: unknown) => void;
  /** Of a form that starts over after a failure, unless the failure says nothing about what was entered. */
  onReset?: (entered: FormData) => void;
  /** Without it, that it was cancelled stands among the errors. */
  onCancelled?: () => void;
  /** Other sentences than the usual ones; undefined where those will do. */
  explain?: (failure: unknown) => readonly string[] | undefined;
  /** Fetches what sending needs while the person still types: a network that goes away can't take the page with it. */
  prepare?: () => Promise<void>;
  /** Whoever closes the form doesn't want the rest of it. */
  stopsWithForm?: boolean;
  /** Of the form that a failure leaves behind as it was in the beginning. */
  focusAfterReset?: (form: HTMLFormElement) => HTMLElement | undefined;
}

interface State<Values> extends Problems {
  busy: boolean;
  /** The errors come from the check, so typing may mend them. */
  isMendable: boolean;
  refused: { failure: unknown; values: Values } | null;
  /** Counts the failures after which a form starts over: what must do so takes it as its key. */
  round: number;
}

export interface Submission<Values> extends Omit<State<Values>, "isMendable"> {
  /** How much of the pictures has been sent, between 0 and 1; null while none is on its way. */
  progress: number | null;
  /** Of a button: does it with these values. */
  run: (values: Values) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** A corrected field loses its error; the others are checked at the next attempt. */
  recheck: (form: HTMLFormElement) => void;
  cancel: () => void;
}

const untouched = { busy: false, errors: [], invalid: new Map<string, string>(), isMendable: false, refused: null };

export function useSubmission<Values = void>(plan: SubmissionOptions<Values>): Submission<Values> {
  const m = useMessages();
  const [whole, setState] = useState<State<Values>>({ ...untouched, round: 0 });
  const { isMendable, ...state } = whole;
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useForm(plan, running);
  const resetAfter = useReset(whole, plan.focusAfterReset);

  const become = (next: Partial<State<Values>>, isReset = false) =>
    setState(({ round }) => ({ ...untouched, round: isReset ? round + 1 : round, ...next }));

  function refuse(next: Partial<State<Values>>, entered: FormData, failure?: unknown): void {
    const isReset = !plan.onReset || !isUnrelatedToEntries(failure);
    become(next, isReset);
    if (isReset) plan.onReset?.(entered);
    plan.onRefused?.(entered, failure);
  }

  async function send(values: Values, entered: FormData): Promise<void> {
    const stop = new AbortController();
    running.current = stop;
    become({ busy: true });
    setProgress(hasPicture(values) ? 0 : null);
    try {
      await plan.act(values, { onProgress: setProgress, signal: stop.signal });
      await plan.onDone?.();
      become({});
    } catch (failure) {
      if (plan.onCancelled && isAbortError(failure)) {
        become({});
        plan.onCancelled();
      } else {
        const invalid = failure instanceof SubmissionError ? failure.invalid : untouched.invalid;
        refuse({ errors: sentences(failure), invalid, refused: { failure, values } }, entered, failure);
      }
    } finally {
      running.current = null;
      setProgress(null);
    }
  }

  function sentences(failure: unknown): readonly string[] {
    if (failure instanceof SubmissionError) return failure.sentences;
    return plan.explain?.(failure) ?? sentencesFor(failure, m);
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (running.current) return;
    resetAfter(event.currentTarget);
    const entered = new FormData(event.currentTarget);
    const checked = plan.check?.(entered);
    if (!checked) return void send(undefined as Values, entered);
    if ("values" in checked) return void send(checked.values, entered);
    refuse({ ...checked, isMendable: true }, entered);
  };

  const recheck = (form: HTMLFormElement) => {
    const checked = isMendable && plan.check?.(new FormData(form));
    if (!checked) return;
    const left = "values" in checked ? untouched : checked;
    const errors = state.errors.filter((error) => left.errors.includes(error));
    const invalid = new Map([...state.invalid].filter(([field]) => left.invalid.has(field)));
    if (errors.length < state.errors.length) become({ errors, invalid, isMendable: true });
  };

  const run = (values: Values) => {
    if (!running.current) void send(values, new FormData());
  };
  return { ...state, progress, run, onSubmit, recheck, cancel: () => running.current?.abort() };
}

function useForm<Values>(
  { prepare, stopsWithForm }: SubmissionOptions<Values>,
  running: { current: AbortController | null },
) {
  const begin = useEffectEvent(() => prepare?.().catch(console.error));
  const end = useEffectEvent(() => stopsWithForm && running.current?.abort());
  useEffect(() => {
    void begin();
    return () => void end();
  }, []);
}

/** Once the page shows the failure, the form is emptied and its focus set; gives back how to say which form it is. */
function useReset(
  { round, invalid, isMendable }: Pick<State<unknown>, "round" | "invalid" | "isMendable">,
  focusOf: SubmissionOptions<never>["focusAfterReset"],
) {
  const form = useRef<HTMLFormElement>(null);
  /** Stays where the form that starts over is another element. */
  const page = useRef<Element>(null);
  const reset = useEffectEvent(() => {
    // What was never sent stays to be mended.
    if (focusOf && !isMendable) form.current?.reset();
    // A button that brings the entries back comes first.
    const isLedOn = document.activeElement?.matches("[data-leads-on]");
    const wrong = invalid.size > 0 && !isLedOn ? firstInvalid(page.current) : null;
    // The errors stay in view on top.
    if (wrong) wrong.focus({ preventScroll: true });
    else if (form.current) focusOf?.(form.current)?.focus();
  });
  useEffect(() => {
    if (round > 0) reset();
  }, [round]);
  return (submitted: HTMLFormElement) => {
    form.current = submitted;
    page.current = submitted.closest("dialog, main");
  };
}

function hasPicture(values: unknown): boolean {
  const all: unknown[] = Object.values(values ?? {}).flat();
  return all.some((value) => value instanceof File);
}
