// Signing in and up.
import { auth, signUpAuth } from "./backend";
import { EmailTaken } from "./emailTaken";

const takenCodes = ["user_already_exists", "email_exists"];

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
