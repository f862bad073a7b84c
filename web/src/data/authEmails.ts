// Emails with one-time links: requesting them and redeeming their tokens.
import { fieldsOf } from "@/lib/typeGuards";
import { listenToAuth } from "./authEvents";
import { authClient, ephemeralAuthClient, retryAfterSeconds } from "./backend";
import { clearEmailLink, emailLinkPages, emailLinkToken, type LinkKind } from "./emailLink";

/** An email to this address was requested a moment ago; `seconds` until the next request is allowed. */
export class RateLimited extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super("A mail was asked for a moment ago");
    this.seconds = seconds;
  }
}

/** The link was already used, has expired, or is invalid. */
export class LinkExpired extends Error {}

const DEFAULT_RETRY_SECONDS = 60;

type EmailRequest = (email: string) => Promise<void>;

/** Also resolves for unknown addresses, so as not to reveal who has an account. */
export const requestPasswordReset: EmailRequest = async (email) => {
  const redirectTo = location.origin + emailLinkPages.recovery;
  const { error } = await (await ephemeralAuthClient()).resetPasswordForEmail(email, { redirectTo });
  if (error) throw toRateLimited(error);
};

/** Resends the confirmation of an unconfirmed sign-up; resolves for any other address, too. */
export const resendConfirmation: EmailRequest = async (email) => {
  const emailRedirectTo = location.origin + emailLinkPages.signup;
  const { error } = await (await ephemeralAuthClient()).resend({ type: "signup", email, options: { emailRedirectTo } });
  if (error) throw toRateLimited(error);
};

/**
 * Redeems the link: signs the user in and confirms the address. Returns whether a password must be chosen, because it is
 * unknown who set the one from the sign-up.
 */
export async function redeemEmailLink(kind: LinkKind): Promise<{ needsPassword: boolean }> {
  const token_hash = emailLinkToken(kind);
  if (!token_hash) return { needsPassword: false };
  await listenToAuth();
  const { data, error } = await (await authClient()).verifyOtp({ type: kind, token_hash });
  if (error && error.code !== "otp_expired") throw error;
  clearEmailLink();
  if (error) throw new LinkExpired();
  return { needsPassword: fieldsOf(data.user?.app_metadata).password_needed === true };
}

/** Changes the password and ends the user's other sessions. Requires the `current` one, unless signed in by an email link. */
export async function setPassword(password: string, current?: string): Promise<void> {
  const { error } = await (await authClient()).updateUser({ password, ...(current && { current_password: current }) });
  if (error) throw error;
}

function toRateLimited(failure: Error & { status?: number | undefined }): Error {
  return failure.status === 429 ? new RateLimited(retryAfterSeconds() || DEFAULT_RETRY_SECONDS) : failure;
}

/** The mail server did not accept the email: retry later. */
export function isMailDeliveryFailure(failure: unknown): boolean {
  return failure instanceof Error && failure.message.startsWith("Error sending ");
}
