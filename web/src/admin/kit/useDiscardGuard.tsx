// What was entered and not stored: whoever closes the form or leaves the page is asked first.

import { type ReactNode, useRef, useState } from "react";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";

export interface DiscardGuard {
  /** Of the form: from here on its fields count as untouched. */
  watch: (form: HTMLFormElement) => () => void;
  /** Whether something would be lost; then the question is asked. */
  keepsOpen: () => boolean;
  question: ReactNode;
}

export function useDiscardGuard(onDiscard: () => void): DiscardGuard {
  const form = useRef<HTMLFormElement>(null);
  const untouched = useRef(new FormData());
  const [asks, setAsks] = useState(false);
  const keepsOpen = () => {
    const unsaved = form.current !== null && differs(untouched.current, new FormData(form.current));
    setAsks(unsaved);
    return unsaved;
  };
  const [watch] = useState(() => (element: HTMLFormElement) => {
    form.current = element;
    untouched.current = new FormData(element);
    const leave = watchLeaving(keepsOpen);
    return () => {
      leave();
      form.current = null;
      setAsks(false);
    };
  });
  const answer = (discards: boolean) => {
    setAsks(false);
    if (discards) onDiscard();
  };
  return { watch, keepsOpen, question: <Question open={asks} onAnswer={answer} /> };
}

/** A closed tab and a reload by the browser's own question; "back" by ours, where the browser lets it be held. */
function watchLeaving(keepsOpen: () => boolean): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const hold = (event: Event) => keepsOpen() && event.preventDefault();
  addEventListener("beforeunload", hold, { signal });
  const onNavigate = (event: NavigateEvent) => event.navigationType === "traverse" && event.cancelable && hold(event);
  globalThis.navigation?.addEventListener("navigate", onNavigate, { signal });
  return () => listening.abort();
}

function differs(before: FormData, now: FormData): boolean {
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].some((name) => before.getAll(name).map(textOf).join() !== now.getAll(name).map(textOf).join());
}

/** A file by its name: a control without one gives a file without a name. */
function textOf(value: FormDataEntryValue | null): string {
  return value instanceof File ? value.name : (value ?? "");
}

function Question({ open, onAnswer }: { open: boolean; onAnswer: (discards: boolean) => void }) {
  const m = useMessages();
  const a = useAdminMessages();
  return (
    <Dialog open={open} title={a.form.discardAsked} closeLabel={m.common.close} onClose={() => onAnswer(false)}>
      <p className="mb-6">{a.form.unsaved}</p>
      <div ref={beginAtFirst} className="flex flex-wrap gap-3">
        <Button onClick={() => onAnswer(false)}>{a.form.keepEditing}</Button>
        <Button look="outline" onClick={() => onAnswer(true)}>
          {a.form.discard}
        </Button>
      </div>
    </Dialog>
  );
}

/** The attribute is what an opening dialog looks for. */
function beginAtFirst(buttons: HTMLElement | null): void {
  buttons?.querySelector("button")?.setAttribute("autofocus", "");
}
