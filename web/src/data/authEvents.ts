// The one listener to what happens to the session; every event the authentication client knows has its line here.
import type { AuthChangeEvent } from "@supabase/auth-js";
import { memoizeAsync } from "@/lib/memoizeAsync";
import { auth } from "./backend";
import { sessionStore } from "./session";
import { markSessionExpired } from "./sessionExpiry";

/** The browser event by which the rest of the app (and a brand's own scripts) hears of a session event. */
export const AUTH_EVENT = "tapis:auth";

const show = () => sessionStore.read();

const effects: Record<AuthChangeEvent, () => void> = {
  INITIAL_SESSION: show,
  SIGNED_IN: show,
  // A person who signs out does so past this client (data/signOut.ts): it was the backend.
  SIGNED_OUT: () => {
    markSessionExpired();
    show();
  },
  TOKEN_REFRESHED: show,
  USER_UPDATED: show,
  PASSWORD_RECOVERY: show,
  MFA_CHALLENGE_VERIFIED: show,
};

export const listenToAuth: () => Promise<void> = memoizeAsync(async () => {
  const client = await auth();
  client.onAuthStateChange((event) => {
    effects[event]();
    dispatchEvent(new CustomEvent(AUTH_EVENT, { detail: event }));
  });
});
