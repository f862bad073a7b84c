// Second factor: TOTP code of an authenticator app, or a recovery code.
import type { GoTrueClient } from "@supabase/auth-js";
import { getShop } from "@/lib/shop";
import { authClient } from "./backend";

const DIGITS = /^\d{6}$/;

/** The secret for the authenticator app, as QR code and as text. */
export type SecondFactorEnrolment = { factorId: string; qrCode: string; secret: string };

/** Verifies the second factor for this client's session, which is fully authenticated (aal2) from then on. */
export async function verifySecondFactor(client: GoTrueClient, typed: string): Promise<void> {
  const code = typed.replace(/\s/g, "");
  const { error } = DIGITS.test(code)
    ? await verifyDigits(client, code)
    : await client.mfa.recoveryCodes.verify({ code });
  if (error) throw error;
}

async function verifyDigits(client: GoTrueClient, code: string) {
  const factors = await client.mfa.listFactors();
  if (factors.error) return factors;
  const factorId = factors.data.totp[0]?.id ?? "";
  return client.mfa.challengeAndVerify({ factorId, code });
}

export async function completeSignInWithSecondFactor(typed: string): Promise<void> {
  await verifySecondFactor(await authClient(), typed);
}

export type SecondFactorStatus = { factorId: string; recoveryCodesLeft: number } | null;

/** Null without a second factor. */
export async function fetchSecondFactor(): Promise<SecondFactorStatus> {
  const { mfa } = await authClient();
  const { data, error } = await mfa.listFactors();
  if (error) throw error;
  const [factor] = data.totp;
  if (!factor) return null;
  const codes = await mfa.recoveryCodes.getStatus();
  if (codes.error && codes.error.code !== "mfa_factor_not_found") throw codes.error;
  return { factorId: factor.id, recoveryCodesLeft: codes.data?.remaining ?? 0 };
}

/** Starts an enrolment, after removing unfinished earlier ones. */
export async function startSecondFactorEnrolment(): Promise<SecondFactorEnrolment> {
  const { mfa } = await authClient();
  const { data: factors, error: listError } = await mfa.listFactors();
  if (listError) throw listError;
  const unfinished = factors.all.filter(({ factor_type, status }) => factor_type === "totp" && status === "unverified");
  for (const { id } of unfinished) await mfa.unenroll({ factorId: id });
  const { data, error } = await mfa.enroll({ factorType: "totp", issuer: getShop().name });
  if (error) throw error;
  const [, svg = ""] = data.totp.qr_code.split(/,(.*)/s);
  const qrCode = svg && `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return { factorId: data.id, qrCode, secret: data.totp.secret };
}

/** Enables the factor with the app's first code. Returns the recovery codes, which are shown only once. */
export async function enableSecondFactor({ factorId }: SecondFactorEnrolment, code: string): Promise<string[]> {
  const { mfa } = await authClient();
  const { error } = await mfa.challengeAndVerify({ factorId, code: code.replace(/\s/g, "") });
  if (error) throw error;
  const codes = await mfa.recoveryCodes.generate();
  if (codes.error) throw codes.error;
  return codes.data.codes;
}

/** Invalidates the previous codes. */
export async function regenerateRecoveryCodes(): Promise<string[]> {
  const { mfa } = await authClient();
  const { data, error } = await mfa.recoveryCodes.regenerate();
  if (!error) return data.codes;
  if (error.code !== "mfa_factor_not_found") throw error;
  const first = await mfa.recoveryCodes.generate();
  if (first.error) throw first.error;
  return first.data.codes;
}

export async function disableSecondFactor(factorId: string): Promise<void> {
  const client = await authClient();
  const { error } = await client.mfa.unenroll({ factorId });
  if (error) throw error;
  await client.refreshSession();
}
