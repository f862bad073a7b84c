// A modal on the platform's own <dialog>: focus, Esc and the inert page come with it; the page's scroll stops in base.css.

import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { IconButton } from "./Button";
import { classNames } from "./classNames";

/** Opens and closes a native dialog by a flag; closing by Esc is reported through `onClose`. */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) element.showModal();
    else element.close();
  }, [open]);
  return dialog;
}

export interface DialogProps {
  open: boolean;
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
  /** A form doesn't go away by a click beside it: "closerequest" leaves Esc and the button. */
  closedBy?: "any" | "closerequest";
  className?: string;
}

export function Dialog({ open, title, closeLabel, onClose, children, closedBy = "any", className }: DialogProps) {
  const dialog = useModal(open);
  const heading = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      closedby={closedBy}
      className={classNames(
        "m-auto w-[min(34rem,calc(100vw-2rem))] rounded-soft border-t-4 border-ornament bg-paper p-0 open:animate-rise",
        className,
      )}
    >
      {open && (
        <div className="p-6 sm:p-8">
          <header className="mb-5 flex items-start justify-between gap-4">
            <h2 id={heading} className="text-heading">
              {title}
            </h2>
            <IconButton icon="close" label={closeLabel} onClick={onClose} className="-mt-1.5 -mr-2 hover:bg-tint" />
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}
