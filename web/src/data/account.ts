// Sign-in and sign-up.
import { config } from "@/lib/config";
import { toFields } from "@/lib/typeGuards";
import { authClient, ephemeralAuthClient } from "./backend";
import { emailLinkPaths } from "./emailLink";
import { EmailTakenError } from "./emailTakenError";

const EMAIL_TAKEN_CODES = ["user_already_exists", "email_exists"];

/** Resolves once the session is stored; throws the backend's error otherwise. */
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await (await authClient()).signInWithPassword({ email, password });
  if (error) throw error;
}

/** Whether sign-in failed because the email address isn't confirmed yet. */
export function isEmailUnconfirmedError(failure: unknown): boolean {
  return toFields(failure).code === "email_not_confirmed";
}

/**
 * Creates a talent's account without signing in; returns whether the address must be confirmed first.
 * A backend that hides taken addresses returns a user without identities.
 */
export async function signUp(email: string, password: string): Promise<{ mustConfirm: boolean }> {
  const client = await ephemeralAuthClient();
  const emailRedirectTo = location.origin + emailLinkPaths.signup;
  const options = { data: { role: "talent" }, ...(config.mail && { emailRedirectTo }) };
  const { data, error } = await client.signUp({ email, password, options });
  if (error && EMAIL_TAKEN_CODES.includes(error.code ?? "")) throw new EmailTakenError();
  if (error) throw error;
  if (data.user?.identities?.length === 0) throw new EmailTakenError();
  return { mustConfirm: !data.session };
}
