// The button that brings back what a failure or a reload has taken out of a form.

import type { MouseEvent, RefObject } from "react";
import { useMessages } from "@/messages";
import { Button } from "@/ui/Button";
import type { LostEntries } from "./useLostEntries";

interface RestoreEntriesProps {
  lost: LostEntries;
  /** Without it, the one that the button stands in. */
  form?: RefObject<HTMLFormElement | null>;
  className?: string;
}

export function RestoreEntries({ lost, form, className = "mb-8" }: RestoreEntriesProps) {
  const m = useMessages();
  if (!lost.any) return null;
  const restore = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const restored = form?.current ?? currentTarget.form;
    if (!restored) return;
    lost.restoreInto(restored);
    [...restored.querySelectorAll("input")].find((input) => input.checkVisibility())?.focus();
  };
  return (
    <Button look="outline" onClick={restore} className={className}>
      {m.common.restoreEntries}
    </Button>
  );
}
