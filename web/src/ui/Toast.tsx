// Toasts: announced politely, dismissed by a timeout. They take the focus only if they have a button and the focused
// element was just removed.

import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { classNames } from "./classNames";
import { Icon } from "./Icon";

const DURATION_MS = 5_000;
/** Time to read, decide and reach the button; hovering or focusing it pauses the timer. */
const ACTION_DURATION_MS = 20_000;

interface ToastAction {
  label: string;
  act: () => void;
  /** In milliseconds, if different from the default. */
  shownFor?: number;
}

/** A sentence about a failure stays as long as one with a button, and has no tick. */
type ToastOptions = (ToastAction | Partial<Record<keyof ToastAction, never>>) & { failed?: boolean };

interface ToastMessage {
  id: number;
  atTop: boolean;
  text: string;
  options: ToastOptions | undefined;
}

type ShowToast = (text: string, options?: ToastOptions) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** `const toast = useToast(); toast(sentence)`, or with a button: `toast(sentence, { label, act })`; of a failure: `{ failed: true }` */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<ToastMessage | null>(null);
  const [paused, setPaused] = useState(false);
  const show: ShowToast = useCallback((text, options) => {
    setPaused(false);
    setMessage((before) => ({ id: (before?.id ?? 0) + 1, text, options, atTop: isFocusInLowerHalf() }));
  }, []);
  useEffect(() => {
    if (!message || paused) return;
    const timer = setTimeout(
      () => setMessage(null),
      message.options ? (message.options.shownFor ?? ACTION_DURATION_MS) : DURATION_MS,
    );
    return () => clearTimeout(timer);
  }, [message, paused]);
  return (
    <ToastContext value={show}>
      {children}
      <ToastRegion message={message} onHold={setPaused} onDone={() => setMessage(null)} />
    </ToastContext>
  );
}

/** A toast must not cover the control that was just used: with the focus in the lower half, it is shown at the top. */
function isFocusInLowerHalf(): boolean {
  const { bottom = 0 } = document.querySelector(":focus")?.getBoundingClientRect() ?? {};
  return bottom > innerHeight / 2;
}

interface RegionProps {
  message: ToastMessage | null;
  onHold: (paused: boolean) => void;
  onDone: () => void;
}

// Always rendered: screen readers only announce changes inside a live region they already know. Placed above a bottom
// bar if the page has one.
function ToastRegion({ message, onHold, onDone }: RegionProps) {
  return (
    <div
      role="status"
      className={classNames(
        "pointer-events-none fixed inset-x-4 z-50 flex justify-center",
        message?.atTop ? "top-28" : "bottom-5 [body:has([data-bottom-bar])_&]:bottom-32",
      )}
    >
      {message && (
        <div
          key={message.id}
          className="flex max-w-md animate-rise items-center gap-3 rounded-soft bg-cloth py-3 pr-5 pl-4 text-on-cloth shadow-lg"
        >
          {!message.options?.failed && <Icon name="done" className="size-5 shrink-0 text-ornament" />}
          <p className="whitespace-pre-line">{message.text}</p>
          {message.options?.act && <ToastButton action={message.options} onHold={onHold} onDone={onDone} />}
        </div>
      )}
    </div>
  );
}

function focusAfterRemoval(button: HTMLElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}

function ToastButton({ action, onHold, onDone }: Omit<RegionProps, "message"> & { action: ToastAction }) {
  const handleClick = () => {
    onDone();
    action.act();
  };
  return (
    <button
      ref={focusAfterRemoval}
      type="button"
      onClick={handleClick}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      className="pointer-events-auto -my-2 min-h-11 shrink-0 px-2 font-semibold underline underline-offset-4"
    >
      {action.label}
    </button>
  );
}
