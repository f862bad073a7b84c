// Signing in, up and out.

import { writeRaw } from "@/lib/browserStorage";
import { wait } from "@/lib/wait";
import { auth, signUpAuth } from "./backend";
import { cartStore } from "./cart";
import { SESSION_KEY } from "./session";

export class EmailTaken extends Error {}

const takenCodes = ["user_already_exists", "email_exists"];
const PATIENCE_MS = 2_000;

/** Resolves once the session is stored; throws the backend's failure otherwise. */
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await (await auth()).signInWithPassword({ email, password });
  if (error) throw error;
}

/** Makes a talent's account and signs nobody in. A backend that hides taken addresses answers with a person of no identity. */
export async function signUp(email: string, password: string): Promise<void> {
  const client = await signUpAuth();
  const { data, error } = await client.signUp({ email, password, options: { data: { role: "talent" } } });
  if (error && takenCodes.includes(error.code ?? "")) throw new EmailTaken();
  if (error) throw error;
  if (data.user?.identities?.length === 0) throw new EmailTaken();
}

/** Ends this device's session. The server revokes its refresh token if it can be reached; this browser forgets it anyway. */
export async function signOut(): Promise<void> {
  cartStore.write([]);
  const revoked = auth().then((client) => client.signOut({ scope: "local" }));
  await Promise.race([revoked.catch(console.error), wait(PATIENCE_MS)]);
  writeRaw(SESSION_KEY, null);
}
