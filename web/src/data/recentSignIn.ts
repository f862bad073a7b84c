// Actions that require a recent sign-in: checking it, and reauthentication.

import { parseTokenClaims } from "@/lib/token";
import { isCount, toFields } from "@/lib/typeGuards";
import { authClient, ephemeralAuthClient } from "./backend";
import { verifySecondFactor } from "./secondFactor";
import { parseSession, sessionStore } from "./session";

const RECENT_SECONDS = 15 * 60;
// An action started now must finish before the sign-in expires.
const MARGIN_SECONDS = 60;

/** Whether the backend refused an action because the sign-in is too old. */
export function isRecentSignInRequiredError(failure: unknown): boolean {
  const { hint, code } = toFields(failure);
  return hint === "recent_sign_in" || code === "reauthentication_needed";
}

/** According to the token's newest authentication (`amr`): password or second factor. */
export function isSignInRecent(now = Date.now()): boolean {
  const { amr } = parseTokenClaims(sessionStore.read().access_token);
  const proofs = Array.isArray(amr) ? amr.map((proof) => toFields(proof).timestamp).filter(isCount) : [];
  return Math.max(0, ...proofs) > now / 1000 - RECENT_SECONDS + MARGIN_SECONDS;
}

/** The password was right, and a second factor is required. */
export class SecondFactorRequiredError extends Error {}

/**
 * Replaces the session with a new one and ends the old one. The new session is created in a separate client, so that the
 * page doesn't change until it is fully authenticated.
 */
export async function signInAgain(password: string, code: string): Promise<void> {
  const client = await authClient();
  const old = (await client.getSession()).data.session;
  const ephemeral = await ephemeralAuthClient();
  const { data, error } = await ephemeral.signInWithPassword({ email: sessionStore.read().user.email, password });
  if (error) throw error;
  if (parseSession(data.session).user.id === "") {
    if (!code) throw new SecondFactorRequiredError();
    await verifySecondFactor(ephemeral, code);
  }
  const { session } = (await ephemeral.getSession()).data;
  if (!session) throw new Error("The new session is missing");
  const replaced = await client.setSession(session);
  if (replaced.error) throw replaced.error;
  await (await import("./notifications")).claimDeviceSubscription().catch(console.error);
  if (old) await client.admin.signOut(old.access_token, "local");
}
