// Whether the backend, not the user, ended the session; reset by the next sign-in or page load.
import { useSyncExternalStore } from "react";
import { isSignedIn, sessionStore } from "./session";

let hasExpired = false;
const listeners = new Set<() => void>();

export function markSessionExpired(): void {
  hasExpired = true;
  for (const listener of listeners) listener();
}

export function useSessionExpired(): boolean {
  return useSyncExternalStore(subscribe, isExpired, () => false);
}

function isExpired(): boolean {
  hasExpired &&= !isSignedIn(sessionStore.read());
  return hasExpired;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const unsubscribe = sessionStore.subscribe(listener);
  return () => {
    listeners.delete(listener);
    unsubscribe();
  };
}
