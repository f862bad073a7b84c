// The button that brings back what a failure or a reload has taken out of a form. After a session that ended nobody has to
// press it.

import { type MouseEvent, type RefObject, useEffect, useEffectEvent } from "react";
import { useMessages } from "@/messages";
import { Button } from "@/ui/Button";
import { FocusedButton } from "@/ui/FocusedButton";
import type { LostEntries } from "./useLostEntries";

interface RestoreEntriesProps {
  lost: LostEntries;
  /** Without it, the one that the button stands in. */
  form?: RefObject<HTMLFormElement | null>;
  /** Of a form that starts over: the button is the way on, and has the focus. */
  round?: number;
  /** Whether all fields are there to be filled. */
  ready?: boolean;
  className?: string;
}

export function RestoreEntries({ lost, form, round, ready = true, className = "mb-8" }: RestoreEntriesProps) {
  const m = useMessages();
  const comesBack = ready && lost.any && lost.wasInterrupted;
  const bringBack = useEffectEvent(() => form?.current && lost.restoreInto(form.current));
  useEffect(() => {
    if (comesBack) bringBack();
  }, [comesBack]);
  // Pressed before, it would fill what is there, and the rest would be gone.
  if (!lost.any || !ready) return null;
  const restore = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const restored = form?.current ?? currentTarget.form;
    if (!restored) return;
    lost.restoreInto(restored);
    [...restored.querySelectorAll("input")].find((input) => input.checkVisibility())?.focus();
  };
  if (round) {
    return (
      <FocusedButton after={round} onClick={restore} className={className}>
        {m.common.restoreEntries}
      </FocusedButton>
    );
  }
  return (
    <Button look="outline" onClick={restore} className={className}>
      {m.common.restoreEntries}
    </Button>
  );
}
