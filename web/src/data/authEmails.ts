// Mails with links: asking for one, and using up the link that came.
import { fieldsOf } from "@/lib/typeGuards";
import { listenToAuth } from "./authEvents";
import { authClient, ephemeralAuthClient, retryAfterSeconds } from "./backend";
import { clearEmailLink, emailLinkPages, emailLinkToken, type LinkKind } from "./emailLink";

/** Somebody asked for a mail to this address a moment ago; the next one may be asked for in so many seconds. */
export class RateLimited extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super("A mail was asked for a moment ago");
    this.seconds = seconds;
  }
}

/** The link was used before, is too old, or was never one. */
export class LinkExpired extends Error {}

const DEFAULT_RETRY_SECONDS = 60;

type EmailRequest = (email: string) => Promise<void>;

/** Resolves for an unknown address, too: nobody learns who has an account. */
export const requestPasswordReset: EmailRequest = async (email) => {
  const redirectTo = location.origin + emailLinkPages.recovery;
  const { error } = await (await ephemeralAuthClient()).resetPasswordForEmail(email, { redirectTo });
  if (error) throw toRateLimited(error);
};

/** Another mail for somebody who has signed up and not confirmed the address yet; silent about everybody else. */
export const resendConfirmation: EmailRequest = async (email) => {
  const emailRedirectTo = location.origin + emailLinkPages.signup;
  const { error } = await (await ephemeralAuthClient()).resend({ type: "signup", email, options: { emailRedirectTo } });
  if (error) throw toRateLimited(error);
};

/**
 * Uses the link up: whoever has it is signed in from here on, and the address is theirs. Tells whether they have to
 * choose a password, because whose the proposed one was is not known.
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

/** Of whoever is signed in; their other sessions end. Who did not just come by a mailed link proves the `current` one. */
export async function setPassword(password: string, current?: string): Promise<void> {
  const { error } = await (await authClient()).updateUser({ password, ...(current && { current_password: current }) });
  if (error) throw error;
}

function toRateLimited(failure: Error & { status?: number | undefined }): Error {
  return failure.status === 429 ? new RateLimited(retryAfterSeconds() || DEFAULT_RETRY_SECONDS) : failure;
}

/** The mail server did not take it: trying again in a while is right. */
export function isMailDeliveryFailure(failure: unknown): boolean {
  return failure instanceof Error && failure.message.startsWith("Error sending ");
}
