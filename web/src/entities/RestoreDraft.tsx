// The button that brings back what a failure or a reload has taken out of a form. After a session that ended nobody has to
// press it.

import { type MouseEvent, type RefObject, useEffect, useEffectEvent } from "react";
import { useMessages } from "@/messages";
import { AutoFocusButton } from "@/ui/AutoFocusButton";
import { Button } from "@/ui/Button";
import type { FormDraft } from "./useFormDraft";

interface RestoreDraftProps {
  formDraft: FormDraft;
  /** Without it, the one that the button stands in. */
  form?: RefObject<HTMLFormElement | null>;
  /** Of a form that starts over: the button is the way on, and has the focus. */
  resetCount?: number;
  /** Whether all fields are there to be filled. */
  ready?: boolean;
  className?: string;
}

export function RestoreDraft({ formDraft, form, resetCount, ready = true, className = "mb-8" }: RestoreDraftProps) {
  const m = useMessages();
  const shouldAutoRestore = ready && formDraft.hasEntries && formDraft.wasInterrupted;
  const autoRestore = useEffectEvent(() => form?.current && formDraft.restoreInto(form.current));
  useEffect(() => {
    if (shouldAutoRestore) autoRestore();
  }, [shouldAutoRestore]);
  // Pressed before, it would fill what is there, and the rest would be gone.
  if (!formDraft.hasEntries || !ready) return null;
  const restore = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const target = form?.current ?? currentTarget.form;
    if (!target) return;
    formDraft.restoreInto(target);
    [...target.querySelectorAll("input")].find((input) => input.checkVisibility())?.focus();
  };
  if (resetCount) {
    return (
      <AutoFocusButton after={resetCount} onClick={restore} className={className}>
        {m.common.restoreEntries}
      </AutoFocusButton>
    );
  }
  return (
    <Button look="outline" onClick={restore} className={className}>
      {m.common.restoreEntries}
    </Button>
  );
}
