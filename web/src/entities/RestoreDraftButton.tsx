// A button that restores the entries a form lost to a failure or reload. After an expired session they are restored
// without it.

import { type RefObject, useEffect, useEffectEvent } from "react";
import { useMessages } from "@/messages";
import { AutoFocusButton } from "@/ui/AutoFocusButton";
import { Button } from "@/ui/Button";
import type { FormDraft } from "./useFormDraft";

interface RestoreDraftProps {
  formDraft: FormDraft;
  form: RefObject<HTMLFormElement | null>;
  /** For a form that resets after a failure: the button then takes the focus. */
  resetCount?: number;
  /** Whether all fields are rendered. */
  ready?: boolean;
  className?: string;
}

export function RestoreDraftButton({
  formDraft,
  form,
  resetCount,
  ready = true,
  className = "mb-8",
}: RestoreDraftProps) {
  const m = useMessages();
  const shouldAutoRestore = ready && formDraft.hasEntries && formDraft.wasInterrupted;
  const autoRestore = useEffectEvent(() => {
    if (form.current) formDraft.restoreInto(form.current);
  });
  useEffect(() => {
    if (shouldAutoRestore) autoRestore();
  }, [shouldAutoRestore]);
  // Pressed earlier, it would fill only the rendered fields and lose the other entries.
  if (!formDraft.hasEntries || !ready) return null;
  const restore = () => {
    if (!form.current) return;
    formDraft.restoreInto(form.current);
    [...form.current.querySelectorAll("input")].find((input) => input.checkVisibility())?.focus();
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
