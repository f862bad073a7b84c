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
  abortOnUnmount?: boolean;
  /** Of the form that a failure leaves behind as it was in the beginning. */
  focusAfterReset?: (form: HTMLFormElement) => HTMLElement | undefined;
}

interface State<Values> extends Problems {
  busy: boolean;
  /** The errors come from the check, so typing may mend them. */
  canRecheck: boolean;
  refused: { failure: unknown; values: Values } | null;
  /** Counts the failures after which a form starts over: what must do so takes it as its key. */
  resetCount: number;
}

export interface Submission<Values> extends Omit<State<Values>, "canRecheck"> {
  /** How much of the pictures has been sent, between 0 and 1; null while none is on its way. */
  progress: number | null;
  /** Of a button: does it with these values. */
  run: (values: Values) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** A corrected field loses its error; the others are checked at the next attempt. */
  recheck: (form: HTMLFormElement) => void;
  cancel: () => void;
}

const untouched = { busy: false, errors: [], invalid: new Map<string, string>(), canRecheck: false, refused: null };

export function useSubmission<Values = void>(options: SubmissionOptions<Values>): Submission<Values> {
  const m = useMessages();
  const [fullState, setState] = useState<State<Values>>({ ...untouched, resetCount: 0 });
  const { canRecheck, ...state } = fullState;
  const [progress, setProgress] = useState<number | null>(null);
  const inFlight = useRef<AbortController>(null);
  useFormLifecycle(options, inFlight);
  const resetAfter = useReset(fullState, options.focusAfterReset);

  const update = (next: Partial<State<Values>>, isReset = false) =>
    setState(({ resetCount }) => ({ ...untouched, resetCount: isReset ? resetCount + 1 : resetCount, ...next }));

  function handleRefusal(next: Partial<State<Values>>, entered: FormData, failure?: unknown): void {
    const isReset = !options.onReset || !isUnrelatedToEntries(failure);
    update(next, isReset);
    if (isReset) options.onReset?.(entered);
    options.onRefused?.(entered, failure);
  }

  async function send(values: Values, entered: FormData): Promise<void> {
    const controller = new AbortController();
    inFlight.current = controller;
    update({ busy: true });
    setProgress(hasPicture(values) ? 0 : null);
    try {
      await options.act(values, { onProgress: setProgress, signal: controller.signal });
      await options.onDone?.();
      update({});
    } catch (failure) {
      if (options.onCancelled && isAbortError(failure)) {
        update({});
        options.onCancelled();
      } else {
        const invalid = failure instanceof SubmissionError ? failure.invalid : untouched.invalid;
        handleRefusal({ errors: sentences(failure), invalid, refused: { failure, values } }, entered, failure);
      }
    } finally {
      inFlight.current = null;
      setProgress(null);
    }
  }

  function sentences(failure: unknown): readonly string[] {
    if (failure instanceof SubmissionError) return failure.sentences;
    return options.explain?.(failure) ?? sentencesFor(failure, m);
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (inFlight.current) return;
    resetAfter(event.currentTarget);
    const entered = new FormData(event.currentTarget);
    const checked = options.check?.(entered);
    if (!checked) return void send(undefined as Values, entered);
    if ("values" in checked) return void send(checked.values, entered);
    handleRefusal({ ...checked, canRecheck: true }, entered);
  };

  const recheck = (form: HTMLFormElement) => {
    const checked = canRecheck && options.check?.(new FormData(form));
    if (!checked) return;
    const remaining = "values" in checked ? untouched : checked;
    const errors = state.errors.filter((error) => remaining.errors.includes(error));
    const invalid = new Map([...state.invalid].filter(([field]) => remaining.invalid.has(field)));
    if (errors.length < state.errors.length) update({ errors, invalid, canRecheck: true });
  };

  const run = (values: Values) => {
    if (!inFlight.current) void send(values, new FormData());
  };
  return { ...state, progress, run, onSubmit, recheck, cancel: () => inFlight.current?.abort() };
}

function useFormLifecycle<Values>(
  { prepare, abortOnUnmount }: SubmissionOptions<Values>,
  inFlight: { current: AbortController | null },
) {
  const onMount = useEffectEvent(() => prepare?.().catch(console.error));
  const onUnmount = useEffectEvent(() => abortOnUnmount && inFlight.current?.abort());
  useEffect(() => {
    void onMount();
    return () => void onUnmount();
  }, []);
}

/** Once the page shows the failure, the form is emptied and its focus set; gives back how to say which form it is. */
function useReset(
  { resetCount, invalid, canRecheck }: Pick<State<unknown>, "resetCount" | "invalid" | "canRecheck">,
  focusTarget: SubmissionOptions<never>["focusAfterReset"],
) {
  const form = useRef<HTMLFormElement>(null);
  /** Stays where the form that starts over is another element. */
  const page = useRef<Element>(null);
  const reset = useEffectEvent(() => {
    // What was never sent stays to be mended.
    if (focusTarget && !canRecheck) form.current?.reset();
    // A button that brings the entries back comes first.
    const isOnNextStep = document.activeElement?.matches("[data-leads-on]");
    const invalidControl = invalid.size > 0 && !isOnNextStep ? firstInvalid(page.current) : null;
    // The errors stay in view on top.
    if (invalidControl) invalidControl.focus({ preventScroll: true });
    else if (form.current) focusTarget?.(form.current)?.focus();
  });
  useEffect(() => {
    if (resetCount > 0) reset();
  }, [resetCount]);
  return (submitted: HTMLFormElement) => {
    form.current = submitted;
    page.current = submitted.closest("dialog, main");
  };
}

function hasPicture(values: unknown): boolean {
  const all: unknown[] = Object.values(values ?? {}).flat();
  return all.some((value) => value instanceof File);
}
