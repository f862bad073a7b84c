// What a form says that asks a signed-in person for the password alone: the backend's sentence speaks of the email, too.
import { toFields } from "@/lib/typeGuards";

export function explainWrongPassword(sentence: string): (failure: unknown) => string[] | undefined {
  return (failure) => (toFields(failure).code === "invalid_credentials" ? [sentence] : undefined);
}
