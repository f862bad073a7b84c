// The session in local storage: decides what is shown, never what is allowed (the database does that).
import { brand } from "@/lib/config";
import { type LocalStore, localStore, useLocalStore } from "@/lib/localStore";
import { claimsOf } from "@/lib/token";
import { type Fields, fieldsOf, isCount, isText, textOr } from "@/lib/typeGuards";

export const SESSION_KEY = `${brand.prefix}user_session`;

const roles = ["admin", "leadership", "talent"] as const;
export type Role = (typeof roles)[number];

export type Session = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  expires_in: number;
  user: { id: string; email: string; user_metadata: { role: Role | null } };
};

export const signedOut: Session = {
  access_token: "",
  refresh_token: "",
  expires_at: 0,
  expires_in: 0,
  user: { id: "", email: "", user_metadata: { role: null } },
};

export const sessionStore: LocalStore<Session> = localStore({
  key: SESSION_KEY,
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

export function roleOf(session: Session): Role | null {
  return session.user.user_metadata.role;
}

/** A session that can't be used to call the backend counts as signed out. */
export function parseSession(value: unknown): Session {
  const { access_token, refresh_token, expires_at, expires_in, user } = fieldsOf(value);
  const { id, email, user_metadata } = fieldsOf(user);
  if (!isText(access_token) || !isText(refresh_token) || !isText(id) || !isCount(expires_at)) return signedOut;
  const role = roles.find((name) => name === fieldsOf(user_metadata).role) ?? null;
  const tokens = { access_token, refresh_token, expires_at, expires_in: isCount(expires_in) ? expires_in : 0 };
  if (hasSecondFactor(user) && claimsOf(access_token).aal !== "aal2") return { ...signedOut, ...tokens };
  return { ...tokens, user: { id, email: textOr(email, ""), user_metadata: { role } } };
}

function hasSecondFactor(user: unknown): boolean {
  const { factors } = fieldsOf(user);
  return Array.isArray(factors) && factors.some((factor) => isVerifiedTotp(fieldsOf(factor)));
}

function isVerifiedTotp({ factor_type, status }: Fields): boolean {
  return factor_type === "totp" && status === "verified";
}
