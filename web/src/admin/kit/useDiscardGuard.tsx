// Confirms before unsaved entries are lost, when the form is closed or the page is left.

import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";

export interface DiscardGuard {
  /** Watches the form, whose values at first count as saved; returns what ends that. */
  watch: (form: HTMLFormElement) => () => void;
  /** The entries with which the form was opened, or those that were saved. */
  initial: RefObject<FormData>;
  /** Whether there are unsaved entries; if so, asks for confirmation. */
  preventsClose: () => boolean;
  confirmation: ReactNode;
}

export function useDiscardGuard(onDiscard: () => void): DiscardGuard {
  const form = useRef<HTMLFormElement>(null);
  const initial = useRef(new FormData());
  const [isConfirming, setConfirming] = useState(false);
  const preventsClose = () => {
    const unsaved = form.current?.isConnected === true && differs(initial.current, new FormData(form.current));
    setConfirming(unsaved);
    return unsaved;
  };
  const [watch] = useState(() => (element: HTMLFormElement) => {
    // A page that was only hidden keeps what was typed into it.
    if (form.current !== element) initial.current = new FormData(element);
    form.current = element;
    const stopWatching = watchUnload(preventsClose);
    return () => {
      stopWatching();
      setConfirming(false);
    };
  });
  const handleAnswer = (discards: boolean) => {
    setConfirming(false);
    if (discards) onDiscard();
  };
  const confirmation = <DiscardConfirmation open={isConfirming} onAnswer={handleAnswer} />;
  return { watch, initial, preventsClose, confirmation };
}

/** Reload and closing the tab show the browser's dialog; going back shows ours, if the browser can cancel it. */
function watchUnload(keepsOpen: () => boolean): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const preventIfUnsaved = (event: Event) => keepsOpen() && event.preventDefault();
  addEventListener("beforeunload", preventIfUnsaved, { signal });
  const onNavigate = (event: NavigateEvent) =>
    event.navigationType === "traverse" && event.cancelable && preventIfUnsaved(event);
  globalThis.navigation?.addEventListener("navigate", onNavigate, { signal });
  return () => controller.abort();
}

function differs(initial: FormData, current: FormData): boolean {
  const names = new Set([...initial.keys(), ...current.keys()]);
  return [...names].some((name) => initial.getAll(name).map(textOf).join() !== current.getAll(name).map(textOf).join());
}

/** Files are compared by name; an empty file input yields a file without a name. */
function textOf(value: FormDataEntryValue | null): string {
  return value instanceof File ? value.name : (value ?? "");
}

function DiscardConfirmation({ open, onAnswer }: { open: boolean; onAnswer: (discards: boolean) => void }) {
  const m = useMessages();
  const a = useAdminMessages();
  return (
    <Dialog open={open} title={a.form.discardAsked} closeLabel={m.common.close} onClose={() => onAnswer(false)}>
      <p className="mb-6">{a.form.unsaved}</p>
      <div ref={autofocusFirst} className="flex flex-wrap gap-3">
        <Button onClick={() => onAnswer(false)}>{a.form.keepEditing}</Button>
        <Button look="outline" onClick={() => onAnswer(true)}>
          {a.form.discard}
        </Button>
      </div>
    </Dialog>
  );
}

/** `showModal()` focuses the element with this attribute. */
function autofocusFirst(buttons: HTMLElement | null): void {
  buttons?.querySelector("button")?.setAttribute("autofocus", "");
}
