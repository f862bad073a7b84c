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

interface DialogProps {
  open: boolean;
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
  /** "closerequest": a click beside it doesn't close it, Esc and the button do. */
  closedBy?: "any" | "closerequest";
  /** Asked whenever a person closes it; with true it stays open. */
  keepsOpen?: () => boolean;
  className?: string;
}

export function Dialog(props: DialogProps) {
  const { open, title, closeLabel, onClose, children, closedBy = "any", keepsOpen, className } = props;
  const dialog = useModal(open);
  const heading = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      // A browser may let Esc close a dialog whatever becomes of `cancel`; not so where the key itself was taken.
      onKeyDown={(event) => event.key === "Escape" && keepsOpen?.() && event.preventDefault()}
      // A file control's own `cancel` comes by here, too.
      onCancel={(event) => event.target === event.currentTarget && keepsOpen?.() && event.preventDefault()}
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
              onClick={() => keepsOpen?.() || onClose()}
              className="-mt-1.5 -mr-2 hover:bg-tint"
            />
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}

/** What a long dialog is finished with stays in sight at its lower edge. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="sticky bottom-0 -mx-6 -mb-6 flex flex-col gap-3 border-line border-t bg-paper px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8">
      {children}
    </footer>
  );
}
