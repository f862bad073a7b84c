// Ends this device's session: the browser forgets it at once, the server revokes it if it can be reached.
import { writeRaw } from "@/lib/browserStorage";
import { cartStore } from "./cart";
import { DRAFTS, SESSION_KEY, type Session, sessionStore } from "./session";

/** Only this device's: who signs out on a borrowed phone stays signed in at home. */
export async function signOut(): Promise<void> {
  const session = sessionStore.read();
  forgetPerson();
  await Promise.all([dropRenewal(), revoke(session)]).catch(console.error);
}

/** Alone for an account that is gone: it has no session any more that could be ended. */
export function forgetPerson(): void {
  cartStore.write([]);
  writeRaw(SESSION_KEY, null);
  indexedDB.deleteDatabase(DRAFTS);
}

/** A renewal that is on its way would store the session anew: this waits for it. */
async function dropRenewal(): Promise<void> {
  const { auth } = await import("./backend");
  await (await auth()).signOut({ scope: "local" });
}

/** With a client of its own, which can renew a session that has run out and that the page has forgotten. */
async function revoke(session: Session): Promise<void> {
  const { forgetDevice, unsubscribe } = await import("./notifications");
  const endpoint = await unsubscribe();
  const { tablesAs, transientAuth } = await import("./backend");
  const leaving = await transientAuth();
  await leaving.setSession(session);
  if (endpoint) await forgetDevice(endpoint, await tablesAs(leaving));
  const { error } = await leaving.signOut({ scope: "local" });
  if (error) throw error;
}
