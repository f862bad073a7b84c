// The only listener for the auth client's events; each of them has a handler here.
import type { AuthChangeEvent } from "@supabase/auth-js";
import { memoizeAsync } from "@/lib/memoizeAsync";
import { authClient } from "./backend";
import { SESSION_STORAGE_KEY, sessionStore } from "./session";
import { markSessionExpired } from "./sessionExpiry";
import { claimUserData, clearPrivateData } from "./userData";

/** The DOM event that notifies the rest of the app (and a brand's own scripts) of a session event. */
const AUTH_EVENT_NAME = "tapis:auth";

const readSession = () => sessionStore.read();

const handlers: Record<AuthChangeEvent, () => void> = {
  INITIAL_SESSION: readSession,
  SIGNED_IN: readSession,
  // Deliberate sign-outs bypass this client (data/signOut.ts), so the backend ended the session.
  SIGNED_OUT: () => {
    markSessionExpired();
    clearPrivateData();
    readSession();
  },
  TOKEN_REFRESHED: readSession,
  USER_UPDATED: readSession,
  PASSWORD_RECOVERY: readSession,
  MFA_CHALLENGE_VERIFIED: readSession,
};

export const listenToAuthEvents: () => Promise<void> = memoizeAsync(async () => {
  claimUserData();
  sessionStore.subscribe(claimUserData);
  addEventListener("storage", handleSignOutInAnotherTab);
  const client = await authClient();
  client.onAuthStateChange((event) => {
    handlers[event]();
    dispatchEvent(new CustomEvent(AUTH_EVENT_NAME, { detail: event }));
  });
});

/** Browsers send this event to the other tabs only. */
function handleSignOutInAnotherTab({ key, newValue }: StorageEvent): void {
  if (key === SESSION_STORAGE_KEY && newValue === null) markSessionExpired();
}
