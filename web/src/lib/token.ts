// What an access token says about its session; read for show only, the backend verifies tokens.
import { type Fields, fieldsOf } from "./typeGuards";

/** Nothing where the text is no token. */
export function claimsOf(token: string): Fields {
  try {
    const payload = token.split(".")[1] ?? "";
    return fieldsOf(JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return {};
  }
}
