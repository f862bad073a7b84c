// What a password must be, by the sign-in service's own bounds; whether it is too common, only the service says.

import { config } from "@/lib/config";
import type { Messages } from "@/messages/account";
import type { Problems } from "./useSubmission";

const [SHORTEST, LONGEST] = config.passwordBytes;
const bounds = { tooShort: SHORTEST, tooLong: LONGEST };
/** In the service's words, which stand beneath the reader's as those of every refusal. */
const refusals = {
  tooShort: `Password should be at least ${SHORTEST} characters.`,
  tooLong: `Password cannot be longer than ${LONGEST} characters`,
};

/** Counted in bytes, as the service does; an empty one is no password yet. */
function faultOf(password: string): keyof typeof bounds | undefined {
  const size = new TextEncoder().encode(password).length;
  if (size > 0 && size < SHORTEST) return "tooShort";
  return size > LONGEST ? "tooLong" : undefined;
}

/** What is said beside the field. */
export function passwordError(password: string, { password: words }: Messages): string | undefined {
  const fault = faultOf(password);
  return fault && words[fault](bounds[fault]);
}

export function passwordProblems(password: string, m: Messages): Problems | undefined {
  const fault = faultOf(password);
  if (!fault) return undefined;
  const trouble = m.password[fault](bounds[fault]);
  const sentence = [...new Set([trouble, refusals[fault]])].join("\n");
  return { errors: [sentence], invalid: new Map([["password", trouble]]) };
}
