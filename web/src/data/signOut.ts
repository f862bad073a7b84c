// Ends this device's session: deleted locally at once, revoked on the server if it is reachable.
import { wait } from "@/lib/wait";
import { type Session, sessionStore } from "./session";
import { clearUserData } from "./userData";

const PUSH_TIMEOUT_MS = 2_000;

/**
 * Only this device's session: other devices stay signed in. A token refresh in flight can't restore it: the auth client
 * doesn't store one once the session is deleted.
 */
export async function signOut(): Promise<void> {
  const session = sessionStore.read();
  clearUserData();
  await revoke(session).catch(console.error);
}

async function revoke(session: Session): Promise<void> {
  const { deleteSubscription, unsubscribeBrowser } = await import("./notifications");
  // With a timeout, since the push service may hang. A subscription left on the server is deleted when the push service
  // refuses the first message to it.
  const endpoint = await Promise.race([unsubscribeBrowser().catch(console.error), wait(PUSH_TIMEOUT_MS)]);
  const { createEphemeralAuthClient, createRestClient } = await import("./backend");
  const client = await createEphemeralAuthClient();
  const { error } = await client.setSession(session);
  if (error) throw error;
  if (endpoint) await deleteSubscription(endpoint, await createRestClient(client)).catch(console.error);
  const ended = await client.signOut({ scope: "local" });
  if (ended.error) throw ended.error;
}
