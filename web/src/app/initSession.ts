// Loads the authentication client (20 KB) only for users with a session.
import { captureEmailLink } from "@/data/emailLink";
import { isSignedIn, sessionStore } from "@/data/session";

export function initSession(): void {
  captureEmailLink();
  addEventListener("hashchange", handleHashChange);
  listenWhenSignedIn();
  sessionStore.subscribe(listenWhenSignedIn);
}

function listenWhenSignedIn(): void {
  if (isSignedIn(sessionStore.read())) listen();
}

/** An email link opened in a tab that already shows its page. */
function handleHashChange(): void {
  if (captureEmailLink()) location.reload();
}

function listen(): void {
  import("@/data/authEvents").then(({ listenToAuthEvents }) => listenToAuthEvents()).catch(console.error);
}
