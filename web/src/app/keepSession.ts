// Loads the authentication client, 20 KB, only for those it serves: people with a session, and those who follow a mailed link.
import { takeMailedLink } from "@/data/mailedLink";
import { isSignedIn, sessionStore } from "@/data/session";

const MAILED_LINK = /[#&](access_token|error_description)=/;

export function keepSession(): void {
  takeMailedLink();
  addEventListener("hashchange", openAnew);
  if (MAILED_LINK.test(location.hash)) listen();
  listenWhenSignedIn();
  sessionStore.subscribe(listenWhenSignedIn);
}

function listenWhenSignedIn(): void {
  if (isSignedIn(sessionStore.read())) listen();
}

/** A mailed link opened in a tab that shows its page already. */
function openAnew(): void {
  takeMailedLink();
  if (!location.hash) location.reload();
}

function listen(): void {
  import("@/data/authEvents").then(({ listenToAuth }) => listenToAuth()).catch(console.error);
}
