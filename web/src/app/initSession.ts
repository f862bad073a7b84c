// Loads the authentication client, 20 KB, only for people with a session.
import { captureEmailLink } from "@/data/emailLink";
import { isSignedIn, sessionStore } from "@/data/session";

export function initSession(): void {
  captureEmailLink();
  addEventListener("hashchange", openAnew);
  listenWhenSignedIn();
  sessionStore.subscribe(listenWhenSignedIn);
}

function listenWhenSignedIn(): void {
  if (isSignedIn(sessionStore.read())) listen();
}

/** A mailed link opened in a tab that shows its page already. */
function openAnew(): void {
  if (captureEmailLink()) location.reload();
}

function listen(): void {
  import("@/data/authEvents").then(({ listenToAuth }) => listenToAuth()).catch(console.error);
}
