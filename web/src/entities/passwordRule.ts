// Password length limits, as the auth service has them; only the service knows whether a password is too common.

import { config } from "@/lib/config";
import type { Messages } from "@/messages/account";
import type { ValidationErrors } from "./useSubmission";

const [MIN_BYTES, MAX_BYTES] = config.passwordBytes;
const bounds = { tooShort: MIN_BYTES, tooLong: MAX_BYTES };
/** The service's English messages. */
const refusals = {
  tooShort: `Password should be at least ${MIN_BYTES} characters.`,
  tooLong: `Password cannot be longer than ${MAX_BYTES} characters`,
};

/** Counted in bytes, as the service does; an empty password is not checked. */
function violationOf(password: string): keyof typeof bounds | undefined {
  if (password === "") return undefined;
  const size = new TextEncoder().encode(password).length;
  if (size < MIN_BYTES) return "tooShort";
  return size > MAX_BYTES ? "tooLong" : undefined;
}

/** The message beside the field. */
export function getPasswordError(password: string, { password: words }: Messages): string | undefined {
  const violation = violationOf(password);
  return violation && words[violation](bounds[violation]);
}

/** At sign-up, the service's message stands beneath the translated one. */
export function validatePassword(password: string, m: Messages, isSignUp = false): ValidationErrors | undefined {
  const violation = violationOf(password);
  if (!violation) return undefined;
  const message = m.password[violation](bounds[violation]);
  const sentences = new Set(isSignUp ? [message, refusals[violation]] : [message]);
  return { errors: [[...sentences].join("\n")], invalid: new Map([["password", message]]) };
}
