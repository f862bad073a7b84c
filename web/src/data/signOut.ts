// Ends this device's session: the browser forgets it in any case, the server revokes it if it can be reached.
import { writeRaw } from "@/lib/browserStorage";
import { wait } from "@/lib/wait";
import { cartStore } from "./cart";
import { DRAFTS, SESSION_KEY } from "./session";

const LONGEST_WAIT_MS = 2_000;

/** Only this device's: who signs out on a borrowed phone stays signed in at home. */
export async function signOut(): Promise<void> {
  cartStore.write([]);
  await Promise.race([revoke().catch(console.error), wait(LONGEST_WAIT_MS)]);
  forgetPerson();
}

/** Alone for an account that is gone: it has no session any more that could be ended. */
export function forgetPerson(): void {
  cartStore.write([]);
  writeRaw(SESSION_KEY, null);
  indexedDB.deleteDatabase(DRAFTS);
}

async function revoke(): Promise<void> {
  const { unsubscribeDevice } = await import("./notifications");
  await unsubscribeDevice().catch(console.error);
  const { auth } = await import("./backend");
  const { error } = await (await auth()).signOut({ scope: "local" });
  if (error) throw error;
}
