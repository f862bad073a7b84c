// Form submission and button actions: one at a time, with progress, cancellation and errors.
//
//   untouched ──► checked ──► busy ──► done
//       ▲            │          ├────► cancelled
//       └── reset ── refused ◄──┘

import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { UploadOptions } from "@/data/uploads";
import { isAbortError } from "@/lib/networkErrors";
import { useMessages } from "@/messages";
import { formatErrors } from "@/messages/failures";
import { useToast } from "@/ui/Toast";
import { findFirstInvalidControl } from "./findFirstInvalidControl";
import { SubmissionError } from "./submissionError";
import { isErrorUnrelatedToEntries } from "./unrelatedFailure";

/** Validation errors: all messages, and those of single controls by the control's name. */
export interface ValidationErrors {
  errors: readonly string[];
  invalid: ReadonlyMap<string, string>;
}

export type ValidationResult<Values> = { values: Values } | ValidationErrors;

interface FormSubmissionOptions<Values> {
  /** Validates the form; without it, no values are passed to `act`. */
  check?: (entered: FormData) => ValidationResult<Values>;
  /** Resolves when done; throws the failure to be shown. */
  act: (values: Values, uploadOptions: Required<UploadOptions>) => Promise<void>;
  onDone?: (entered: FormData) => void | Promise<void>;
  /** Closes the form or goes on to another page, after `onDone`, unless the form was left while it was sent. */
  leave?: () => void;
  /** `failure` is missing if validation failed. */
  onRefused?: (entered: FormData, failure?: unknown) => void;
  /** For forms that reset after a failure; not called if the failure is unrelated to the entries. */
  onReset?: (entered: FormData) => void;
  /** Without it, cancellation is shown as an error. */
  onCancelled?: () => void;
  /** Overrides the default messages; return undefined to keep them. */
  explain?: (failure: unknown) => readonly string[] | undefined;
  /** Tells the failure of a form that was left while it was sent, otherwise than by a toast. */
  onRefusedAfterLeaving?: (errors: readonly string[]) => void;
  /** Preloads the code that sending needs, on mount, so that a later network failure can't break the page. */
  prepare?: () => Promise<void>;
  /** Aborts the submission when the form is closed. */
  abortOnUnmount?: boolean;
  /** The element to focus after a failure has reset the form. */
  focusAfterReset?: (form: HTMLFormElement) => HTMLElement | undefined;
}

interface State<Values> extends ValidationErrors {
  busy: boolean;
  /** The entries in which validation found the errors, which can be checked again while typing. */
  refusedEntries: FormData | null;
  refused: { failure: unknown; values: Values } | null;
  /** Counts the failures that reset the form; use it as a key for components that must remount then. */
  resetCount: number;
}

export interface FormSubmission<Values> extends Omit<State<Values>, "refusedEntries"> {
  /** Upload progress of pictures from 0 to 1; null without an upload. */
  progress: number | null;
  /** Runs `act` with these values, for buttons. */
  run: (values: Values) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Clears the errors of corrected fields; new ones appear only on the next submission. */
  recheck: (form: HTMLFormElement) => void;
  cancel: () => void;
}

const untouched = { busy: false, errors: [], invalid: new Map<string, string>(), refusedEntries: null, refused: null };

export function useFormSubmission<Values = void>(options: FormSubmissionOptions<Values>): FormSubmission<Values> {
  const m = useMessages();
  const [fullState, setState] = useState<State<Values>>({ ...untouched, resetCount: 0 });
  const { refusedEntries, ...state } = fullState;
  const [progress, setProgress] = useState<number | null>(null);
  const inFlight = useRef<AbortController>(null);
  const isLeft = useFormLifecycle(options, inFlight);
  const toast = useToast();
  const { onRefusedAfterLeaving = (errors) => toast(errors.join("\n"), { failed: true }) } = options;
  const resetAfter = useReset(fullState, options.focusAfterReset);

  const update = (next: Partial<State<Values>>, isReset = false) =>
    setState(({ resetCount }) => ({ ...untouched, resetCount: isReset ? resetCount + 1 : resetCount, ...next }));

  function handleRefusal(next: Partial<State<Values>>, entered: FormData, failure?: unknown): void {
    const isReset = !options.onReset || !isErrorUnrelatedToEntries(failure);
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
      const leave = isLeft.current ? undefined : options.leave;
      await options.onDone?.(entered);
      leave?.();
      update({});
    } catch (failure) {
      if (options.onCancelled && isAbortError(failure)) {
        update({});
        options.onCancelled();
      } else {
        const invalid = failure instanceof SubmissionError ? failure.invalid : untouched.invalid;
        const errors = sentences(failure);
        handleRefusal({ errors, invalid, refused: { failure, values } }, entered, failure);
        if (isLeft.current && !isAbortError(failure)) onRefusedAfterLeaving(errors);
      }
    } finally {
      inFlight.current = null;
      setProgress(null);
    }
  }

  function sentences(failure: unknown): readonly string[] {
    if (failure instanceof SubmissionError) return failure.sentences;
    return options.explain?.(failure) ?? formatErrors(failure, m);
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (inFlight.current) return;
    resetAfter(event.currentTarget);
    const entered = new FormData(event.currentTarget);
    const checked = options.check?.(entered);
    if (!checked) return void send(undefined as Values, entered);
    if ("values" in checked) return void send(checked.values, entered);
    handleRefusal({ ...checked, refusedEntries: entered }, entered);
  };

  const recheck = (form: HTMLFormElement) => {
    const checked = refusedEntries && options.check?.(new FormData(form));
    if (!checked) return;
    const remaining = "values" in checked ? untouched : checked;
    const errors = state.errors.filter((error) => remaining.errors.includes(error));
    const invalid = new Map([...state.invalid].filter(([field]) => remaining.invalid.has(field)));
    if (errors.length < state.errors.length) update({ errors, invalid, refusedEntries });
  };

  /** Says the errors again in the language that was just chosen. */
  const translate = useEffectEvent(() => {
    const { refused } = state;
    if (refused) update({ errors: sentences(refused.failure), invalid: state.invalid, refused });
    const checked = refusedEntries && options.check?.(refusedEntries);
    if (!checked || "values" in checked) return;
    const invalid = new Map([...checked.invalid].filter(([field]) => state.invalid.has(field)));
    const errors = checked.errors.filter((error) => [...invalid.values()].includes(error));
    update({ errors, invalid, refusedEntries });
  });
  useEffect(() => translate(), [m]);

  const run = (values: Values) => {
    if (!inFlight.current) void send(values, new FormData());
  };
  return { ...state, progress, run, onSubmit, recheck, cancel: () => inFlight.current?.abort() };
}

function useFormLifecycle<Values>(
  { prepare, abortOnUnmount }: FormSubmissionOptions<Values>,
  inFlight: { current: AbortController | null },
): { readonly current: boolean } {
  const isLeft = useRef(false);
  const onMount = useEffectEvent(() => prepare?.().catch(console.error));
  const onUnmount = useEffectEvent(() => abortOnUnmount && inFlight.current?.abort());
  useEffect(() => {
    isLeft.current = false;
    void onMount();
    return () => {
      isLeft.current = true;
      onUnmount();
    };
  }, []);
  return isLeft;
}

/** Resets the form and moves the focus once the failure is rendered; returns a function that registers the form. */
function useReset(
  { resetCount, invalid, refusedEntries }: Pick<State<unknown>, "resetCount" | "invalid" | "refusedEntries">,
  focusTarget: FormSubmissionOptions<never>["focusAfterReset"],
) {
  const form = useRef<HTMLFormElement>(null);
  /** The dialog or main element, which remains if the form itself is remounted. */
  const page = useRef<Element>(null);
  const reset = useEffectEvent(() => {
    // After a failed validation the entries stay, to be corrected.
    if (focusTarget && !refusedEntries) form.current?.reset();
    // The button that restores the entries keeps the focus.
    const isOnNextStep = document.activeElement?.matches("[data-leads-on]");
    const invalidControl = invalid.size > 0 && !isOnNextStep ? findFirstInvalidControl(page.current) : null;
    // No scrolling: the errors at the top stay in view.
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
