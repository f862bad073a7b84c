// Emails with one-time links: requesting them and redeeming their tokens.
import { toFields } from "@/lib/typeGuards";
import { listenToAuthEvents } from "./authEvents";
import { authClient, ephemeralAuthClient, getRetryAfterSeconds } from "./backend";
import { clearEmailLink, type EmailLinkKind, emailLinkPaths, getEmailLinkToken } from "./emailLink";

/** Too many emails were requested; `seconds` until the next request is allowed. `cause` is the backend's refusal. */
export class RateLimitedError extends Error {
  readonly seconds: number;
  /** One to this address was requested a moment ago. */
  readonly isRepeated: boolean;

  constructor(seconds: number, cause: Error) {
    super("Too many emails requested", { cause });
    this.seconds = seconds;
    this.isRepeated = cause.message.startsWith("For security purposes, ");
  }
}

/** The link was already used, has expired, or is invalid. */
export class LinkExpiredError extends Error {}

const DEFAULT_RETRY_SECONDS = 60;

type EmailRequest = (email: string) => Promise<void>;

/** Also resolves for unknown addresses, so as not to reveal who has an account. */
export const requestPasswordReset: EmailRequest = async (email) => {
  const redirectTo = location.origin + emailLinkPaths.recovery;
  const { error } = await (await ephemeralAuthClient()).resetPasswordForEmail(email, { redirectTo });
  if (error) throw toRateLimited(error);
};

/** Resends the confirmation of an unconfirmed sign-up; resolves for any other address, too. */
export const resendConfirmation: EmailRequest = async (email) => {
  const emailRedirectTo = location.origin + emailLinkPaths.signup;
  const { error } = await (await ephemeralAuthClient()).resend({ type: "signup", email, options: { emailRedirectTo } });
  if (error) throw toRateLimited(error);
};

/**
 * Redeems the link: signs the user in and confirms the address. Returns whether a password must be chosen, because it is
 * unknown who set the one from the sign-up.
 */
export async function redeemEmailLink(kind: EmailLinkKind): Promise<{ needsPassword: boolean }> {
  const token_hash = getEmailLinkToken(kind);
  if (!token_hash) return { needsPassword: false };
  await listenToAuthEvents();
  const { data, error } = await (await authClient()).verifyOtp({ type: kind, token_hash });
  if (error && error.code !== "otp_expired") throw error;
  clearEmailLink();
  if (error) throw new LinkExpiredError();
  return { needsPassword: toFields(data.user?.app_metadata).password_needed === true };
}

/** Changes the password and ends the user's other sessions. Requires the `current` one, unless signed in by an email link. */
export async function setPassword(password: string, current?: string): Promise<void> {
  const { error } = await (await authClient()).updateUser({ password, ...(current && { current_password: current }) });
  if (error) throw error;
}

function toRateLimited(failure: Error & { status?: number | undefined }): Error {
  if (failure.status !== 429) return failure;
  return new RateLimitedError(getRetryAfterSeconds() || DEFAULT_RETRY_SECONDS, failure);
}

/** The mail server did not accept the email: retry later. */
export function isMailDeliveryFailure(failure: unknown): boolean {
  return failure instanceof Error && failure.message.startsWith("Error sending ");
}
