// The record in a form's dialog: a dialog that an expired session closed is open again once the same user is back.

import { useEffect, useState } from "react";
import { isSignedIn, sessionStore } from "@/data/session";

/** What was open, by user and dialog. */
const interrupted = new Map<string, unknown>();

export function useOpenRecord<Opened>(dialog: string) {
  const [key] = useState(() => `${sessionStore.read().user.id} ${dialog}`);
  const [open, setOpen] = useState(() => (interrupted.get(key) ?? null) as Opened | null);
  useEffect(() => {
    interrupted.delete(key);
    return () => void (isSignedIn(sessionStore.read()) || interrupted.set(key, open));
  }, [key, open]);
  return [open, setOpen] as const;
}
