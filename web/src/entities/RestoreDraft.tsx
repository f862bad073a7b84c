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
  round?: number;
  /** Whether all fields are there to be filled. */
  ready?: boolean;
  className?: string;
}

export function RestoreDraft({ formDraft, form, round, ready = true, className = "mb-8" }: RestoreDraftProps) {
  const m = useMessages();
  const comesBack = ready && formDraft.any && formDraft.wasInterrupted;
  const bringBack = useEffectEvent(() => form?.current && formDraft.restoreInto(form.current));
  useEffect(() => {
    if (comesBack) bringBack();
  }, [comesBack]);
  // Pressed before, it would fill what is there, and the rest would be gone.
  if (!formDraft.any || !ready) return null;
  const restore = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const restored = form?.current ?? currentTarget.form;
    if (!restored) return;
    formDraft.restoreInto(restored);
    [...restored.querySelectorAll("input")].find((input) => input.checkVisibility())?.focus();
  };
  if (round) {
    return (
      <AutoFocusButton after={round} onClick={restore} className={className}>
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
