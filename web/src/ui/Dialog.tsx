// A modal on the native <dialog>, which brings focus handling, Esc and inertness; base.css stops the page from
// scrolling.

import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { IconButton } from "./Button";
import { classNames } from "./classNames";

/** Opens and closes a native dialog by a flag; closing with Esc calls `onClose`. */
export function useModalDialog(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) element.showModal();
    else element.close();
  }, [open]);
  return dialog;
}

interface DialogProps {
  open: boolean;
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
  /** With "closerequest" a click on the backdrop does not close the dialog, Esc and the button do. */
  closedBy?: "any" | "closerequest";
  /** Called before the user closes the dialog; returning true keeps it open. */
  preventsClose?: () => boolean;
  className?: string;
}

export function Dialog(props: DialogProps) {
  const { open, title, closeLabel, onClose, children, closedBy = "any", preventsClose, className } = props;
  const dialog = useModalDialog(open);
  const heading = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      // In React, `close` events of a dialog in this one bubble up to here, as `cancel` events of it and of file inputs do.
      // They come late: the dialog may be open again.
      onClose={(event) => event.target === event.currentTarget && !event.currentTarget.open && onClose()}
      // Some browsers close on Esc even if `cancel` is prevented, but not if the keydown is.
      onKeyDown={(event) => event.key === "Escape" && preventsClose?.() && event.preventDefault()}
      onCancel={(event) => event.target === event.currentTarget && preventsClose?.() && event.preventDefault()}
      closedby={closedBy}
      className={classNames(
        "m-auto w-[min(34rem,calc(100vw-2rem))] rounded-soft border-t-4 border-ornament scroll-pb-28 bg-paper p-0 open:animate-rise",
        className,
      )}
    >
      {open && (
        <div className="p-6 sm:p-8">
          <header className="mb-5 flex items-start justify-between gap-4">
            <h2 id={heading} className="text-heading">
              {title}
            </h2>
            <IconButton
              icon="close"
              label={closeLabel}
              onClick={() => preventsClose?.() || onClose()}
              className="-mt-1.5 -mr-2 hover:bg-tint"
            />
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}

/** A sticky footer, so that the actions of a long dialog stay in view. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="sticky bottom-0 -mx-6 -mb-6 flex flex-col gap-3 border-line border-t bg-paper px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8">
      {children}
    </footer>
  );
}
