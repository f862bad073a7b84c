// Acts for which a sign-in must be recent: whether it is, and proving once more who sits at the device.

import { claimsOf } from "@/lib/token";
import { fieldsOf, isCount } from "@/lib/typeGuards";
import { authClient, ephemeralAuthClient } from "./backend";
import { verifySecondFactor } from "./secondFactor";
import { parseSession, sessionStore } from "./session";

const RECENT_SECONDS = 15 * 60;
// An act that begins now must be done before the sign-in counts as old.
const MARGIN_SECONDS = 60;

/** Whether the backend refused an act because the sign-in is too old for it. */
export function needsRecentSignIn(failure: unknown): boolean {
  const { hint, code } = fieldsOf(failure);
  return hint === "recent_sign_in" || code === "reauthentication_needed";
}

/** As the token says: the newest proof of a password or of a second factor counts. */
export function isSignInRecent(now = Date.now()): boolean {
  const { amr } = claimsOf(sessionStore.read().access_token);
  const proofs = Array.isArray(amr) ? amr.map((proof) => fieldsOf(proof).timestamp).filter(isCount) : [];
  return Math.max(0, ...proofs) > now / 1000 - RECENT_SECONDS + MARGIN_SECONDS;
}

/** Thrown when the password was right and the second factor is wanted, too. */
export class SecondFactorRequired extends Error {}

/**
 * A new session takes the old one's place, which ends. It is made beside the old one: until it counts in full, the page
 * stays as it is.
 */
export async function signInAgain(password: string, code: string): Promise<void> {
  const client = await authClient();
  const old = (await client.getSession()).data.session;
  const ephemeral = await ephemeralAuthClient();
  const { data, error } = await ephemeral.signInWithPassword({ email: sessionStore.read().user.email, password });
  if (error) throw error;
  if (parseSession(data.session).user.id === "") {
    if (!code) throw new SecondFactorRequired();
    await verifySecondFactor(ephemeral, code);
  }
  const { session } = (await ephemeral.getSession()).data;
  if (!session) throw new Error("The new session is missing");
  const replaced = await client.setSession(session);
  if (replaced.error) throw replaced.error;
  await (await import("./notifications")).claimDeviceSubscription().catch(console.error);
  if (old) await client.admin.signOut(old.access_token, "local");
}
