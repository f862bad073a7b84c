// The session in local storage: decides what is shown, never what is allowed (the database does that).
import { brand } from "@/lib/config";
import { createLocalStore, type LocalStore, useLocalStore } from "@/lib/localStore";
import { parseTokenClaims } from "@/lib/token";
import { type Fields, isCount, isNonEmptyString, stringOr, toFields } from "@/lib/typeGuards";

export const SESSION_STORAGE_KEY = `${brand.prefix}user_session`;

const roles = ["admin", "leadership", "talent"] as const;
export type Role = (typeof roles)[number];

export type Session = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  expires_in: number;
  user: { id: string; email: string; user_metadata: { role: Role | null } };
};

export const SIGNED_OUT_SESSION: Session = {
  access_token: "",
  refresh_token: "",
  expires_at: 0,
  expires_in: 0,
  user: { id: "", email: "", user_metadata: { role: null } },
};

export const sessionStore: LocalStore<Session> = createLocalStore({
  key: SESSION_STORAGE_KEY,
  normalise: parseSession,
  // A valid session stays as the auth client wrote it, with fields unknown here.
  repairs: (session) => session.access_token === "",
});

export function useSession(): Session {
  return useLocalStore(sessionStore);
}

export function isSignedIn(session: Session): boolean {
  return session.user.id !== "";
}

/** The password was right and the second factor is pending: nobody is signed in yet. */
export function needsSecondFactor(session: Session): boolean {
  return session.access_token !== "" && !isSignedIn(session);
}

export function getRole(session: Session): Role | null {
  return session.user.user_metadata.role;
}

/** Neither an administrator nor a leader. */
export function isCustomer(session: Session): boolean {
  const role = getRole(session);
  return role !== "admin" && role !== "leadership";
}

/** A session that can't be used to call the backend counts as signed out. */
export function parseSession(value: unknown): Session {
  const { access_token, refresh_token, expires_at, expires_in, user } = toFields(value);
  const { id, email, user_metadata } = toFields(user);
  if (
    !isNonEmptyString(access_token) ||
    !isNonEmptyString(refresh_token) ||
    !isNonEmptyString(id) ||
    !isCount(expires_at)
  )
    return SIGNED_OUT_SESSION;
  const role = roles.find((name) => name === toFields(user_metadata).role) ?? null;
  const tokens = { access_token, refresh_token, expires_at, expires_in: isCount(expires_in) ? expires_in : 0 };
  if (hasSecondFactor(user) && parseTokenClaims(access_token).aal !== "aal2")
    return { ...SIGNED_OUT_SESSION, ...tokens };
  return { ...tokens, user: { id, email: stringOr(email, ""), user_metadata: { role } } };
}

function hasSecondFactor(user: unknown): boolean {
  const { factors } = toFields(user);
  return Array.isArray(factors) && factors.some((factor) => isVerifiedTotp(toFields(factor)));
}

function isVerifiedTotp({ factor_type, status }: Fields): boolean {
  return factor_type === "totp" && status === "verified";
}
