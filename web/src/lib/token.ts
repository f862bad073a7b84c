// Claims of an access token, for display only; the backend verifies tokens.
import { type Fields, toFields } from "./typeGuards";

/** Empty if the text isn't a JWT. */
export function parseTokenClaims(token: string): Fields {
  try {
    const payload = token.split(".")[1] ?? "";
    return toFields(JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return {};
  }
}
