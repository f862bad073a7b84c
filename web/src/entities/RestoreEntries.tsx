// The button that brings back what a failure or a reload has taken out of a form.

import type { RefObject } from "react";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import type { LostEntries } from "./useLostEntries";

export function RestoreEntries({ lost, form }: { lost: LostEntries; form: RefObject<HTMLFormElement | null> }) {
  const m = useMessages();
  if (!lost.any) return null;
  const restore = () => {
    if (!form.current) return;
    lost.restoreInto(form.current);
    [...form.current.querySelectorAll("input")].find((input) => input.checkVisibility())?.focus();
  };
  return (
    <Button look="outline" onClick={restore} className="mb-8">
      {m.registration.restore}
    </Button>
  );
}
