// Ends this device's session: the browser forgets it at once, the server revokes it if it can be reached.
import { deleteDatabase, writeRaw } from "@/lib/browserStorage";
import { deletePersonalPages } from "@/lib/personalPages";
import { wait } from "@/lib/wait";
import { cartStore } from "./cart";
import { DOOR_DATABASE } from "./doorLists";
import { savedProductsStore } from "./savedProducts";
import { DRAFTS_DATABASE, SESSION_KEY, type Session, sessionStore } from "./session";

const PUSH_TIMEOUT_MS = 2_000;

/**
 * Only this device's: who signs out on a borrowed phone stays signed in at home. A renewal that is on its way doesn't
 * count any more: the authentication client stores none over a session that is gone.
 */
export async function signOut(): Promise<void> {
  const session = sessionStore.read();
  clearUserData();
  await revoke(session).catch(console.error);
}

/** Alone for an account that is gone: it has no session any more that could be ended. */
export function clearUserData(): void {
  cartStore.write([]);
  savedProductsStore.write([]);
  writeRaw(SESSION_KEY, null);
  for (const database of [DRAFTS_DATABASE, DOOR_DATABASE]) deleteDatabase(database);
  deletePersonalPages().catch(console.error);
}

async function revoke(session: Session): Promise<void> {
  const { deleteSubscription, unsubscribeBrowser } = await import("./notifications");
  // The push service may hang, and the session shall end all the same. A subscription that stays on the server then is
  // deleted with the first message that the push service refuses.
  const endpoint = await Promise.race([unsubscribeBrowser().catch(console.error), wait(PUSH_TIMEOUT_MS)]);
  const { createEphemeralAuthClient, createRestClient } = await import("./backend");
  const client = await createEphemeralAuthClient();
  const { error } = await client.setSession(session);
  if (error) throw error;
  if (endpoint) await deleteSubscription(endpoint, await createRestClient(client)).catch(console.error);
  const ended = await client.signOut({ scope: "local" });
  if (ended.error) throw ended.error;
}
