// Short messages at the edge of the screen: read out politely, gone by themselves. They never take the focus; one that
// offers a button catches a focus whose place has just gone.

import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { classNames } from "./classNames";
import { Icon } from "./Icon";

const shownFor = 5_000;
/** Time to read, to decide and to get there; while it is touched or focused, it stays. */
const offeredFor = 20_000;

export interface ToastAction {
  label: string;
  act: () => void;
  /** For how many milliseconds, where it is not the usual time. */
  shownFor?: number;
}

interface ToastMessage {
  id: number;
  atTop: boolean;
  text: string;
  offer: ToastAction | undefined;
}

type Show = (text: string, offer?: ToastAction) => void;

const ToastContext = createContext<Show>(() => undefined);

/** `const toast = useToast(); toast(sentence)`, or with a button: `toast(sentence, { label, act })` */
export function useToast(): Show {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<ToastMessage | null>(null);
  const [held, setHeld] = useState(false);
  const show: Show = useCallback((text, offer) => {
    setHeld(false);
    setMessage((before) => ({ id: (before?.id ?? 0) + 1, text, offer, atTop: isActingLow() }));
  }, []);
  useEffect(() => {
    if (!message || held) return;
    const timer = setTimeout(() => setMessage(null), message.offer ? (message.offer.shownFor ?? offeredFor) : shownFor);
    return () => clearTimeout(timer);
  }, [message, held]);
  return (
    <ToastContext value={show}>
      {children}
      <ToastRegion message={message} onHold={setHeld} onDone={() => setMessage(null)} />
    </ToastContext>
  );
}

/** What was just pressed is not covered: news about the lower half of the screen is said at its top. */
function isActingLow(): boolean {
  const acted = document.activeElement;
  return acted !== null && acted !== document.body && acted.getBoundingClientRect().bottom > innerHeight / 2;
}

interface RegionProps {
  message: ToastMessage | null;
  onHold: (held: boolean) => void;
  onDone: () => void;
}

// The region is always in the page: screen readers only announce changes inside one they already know. Above the bar at
// the bottom of a page that has one.
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
          <Icon name="done" className="size-5 shrink-0 text-ornament" />
          <p className="whitespace-pre-line">{message.text}</p>
          {message.offer && <OfferButton offer={message.offer} onHold={onHold} onDone={onDone} />}
        </div>
      )}
    </div>
  );
}

function OfferButton({ offer, onHold, onDone }: Omit<RegionProps, "message"> & { offer: ToastAction }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  const accept = () => {
    onDone();
    offer.act();
  };
  return (
    <button
      ref={button}
      type="button"
      onClick={accept}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      className="pointer-events-auto -my-2 min-h-11 shrink-0 px-2 font-semibold underline underline-offset-4 outline-current"
    >
      {offer.label}
    </button>
  );
}
