// Whether the backend ended the session, not the person: said until somebody signs in or the page is loaded again.
import { useSyncExternalStore } from "react";
import { isSignedIn, sessionStore } from "./session";

let hasEnded = false;
const listeners = new Set<() => void>();

export function markSessionExpired(): void {
  hasEnded = true;
  for (const changed of listeners) changed();
}

export function useSessionExpired(): boolean {
  return useSyncExternalStore(subscribe, isSaid, () => false);
}

function isSaid(): boolean {
  hasEnded &&= !isSignedIn(sessionStore.read());
  return hasEnded;
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  const stop = sessionStore.subscribe(changed);
  return () => {
    listeners.delete(changed);
    stop();
  };
}
