// The backend's clients for signed-in users, each loaded on first use, so that visitors never download them.
import type { GoTrueClient } from "@supabase/auth-js";
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { StorageClient } from "@supabase/storage-js";
import { authStorage } from "@/lib/browserStorage";
import { config } from "@/lib/config";
import { memoizeAsync } from "@/lib/memoizeAsync";
import { createProgressFetch, type ProgressOptions } from "./createProgressFetch";
import { SESSION_STORAGE_KEY } from "./session";
import type { Database } from "./tables";

const publicHeaders = { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` };
const authOptions = { url: `${config.url}/auth/v1`, headers: publicHeaders };

/** The only client that persists the session in local storage and refreshes it. */
export const authClient: () => Promise<GoTrueClient> = memoizeAsync(async () => {
  const { AuthClient } = await import("@supabase/auth-js");
  const client: GoTrueClient = new AuthClient({
    ...authOptions,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.status === FORBIDDEN) signOutIfRevoked(client).catch(console.error);
      return response;
    },
    storageKey: SESSION_STORAGE_KEY,
    storage: authStorage,
    persistSession: true,
    autoRefreshToken: true,
    experimental: { recoveryCodes: true },
    // Session fixation: anybody can build a link with their own tokens. Only a password or an emailed token signs in.
    detectSessionInUrl: false,
  });
  return client;
});

/** For sign-up, emails and reauthentication: doesn't persist its session. */
export const ephemeralAuthClient: () => Promise<GoTrueClient> = memoizeAsync(createEphemeralAuthClient);

/** A separate instance, for a session that no other caller may replace. */
export async function createEphemeralAuthClient(): Promise<GoTrueClient> {
  const { AuthClient } = await import("@supabase/auth-js");
  return new AuthClient({
    ...authOptions,
    fetch: recordRetryAfter,
    storageKey: `${SESSION_STORAGE_KEY}_transient`,
    experimental: { recoveryCodes: true },
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

let retryAfter = 0;

/** The Retry-After of the last response to a sign-up or email request, in seconds. */
export function getRetryAfterSeconds(): number {
  return retryAfter;
}

const recordRetryAfter: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  retryAfter = Number(response.headers.get("Retry-After")) || 0;
  return response;
};

export type RestClient = PostgrestClient<Database>;

/** The data API as the signed-in user. No automatic retries: failures are shown at once, and the user retries. */
export const restClient: () => Promise<RestClient> = memoizeAsync(async () => createRestClient(await authClient()));

/** The data API with the session of this auth client. */
export async function createRestClient(client: GoTrueClient): Promise<RestClient> {
  const { PostgrestClient } = await import("@supabase/postgrest-js");
  return new PostgrestClient<Database>(`${config.url}/rest/v1`, {
    fetch: withAccessToken(client, fetch),
    retry: false,
  });
}

/** The shop's bucket as the signed-in user; `upload` adds progress and cancellation for a single upload. */
export async function getStorageBucket(upload?: ProgressOptions) {
  const { StorageClient } = await import("@supabase/storage-js");
  const send = upload ? createProgressFetch(upload) : fetch;
  const client: StorageClient = new StorageClient(`${config.url}/storage/v1`, {}, withSession(send));
  return client.from(config.bucket);
}

/** For requests that none of the clients supports. */
export const authenticatedFetch: typeof fetch = (input, init) => withSession(fetch)(input, init);

function withSession(send: typeof fetch): typeof fetch {
  return async (input, init) => withAccessToken(await authClient(), send)(input, init);
}

/** Adds the public key and a valid access token, which the auth client refreshes first if necessary. */
function withAccessToken(client: GoTrueClient, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const { data } = await client.getSession();
    const headers = new Headers(init?.headers);
    headers.set("apikey", config.anonKey);
    headers.set("Authorization", `Bearer ${data.session?.access_token ?? config.anonKey}`);
    const response = await send(input, { ...init, headers });
    if (response.status === 401 && data.session) signOutIfRevoked(client).catch(console.error);
    return response;
  };
}

const FORBIDDEN = 403;
const TOO_MANY_REQUESTS = 429;

/** An unexpired token was refused: if it can't be refreshed, the session was revoked, and all tabs are signed out. */
async function signOutIfRevoked(client: GoTrueClient): Promise<void> {
  const { error } = await client.refreshSession();
  const isRevoked = error?.name === "AuthApiError" && (error.status ?? TOO_MANY_REQUESTS) < TOO_MANY_REQUESTS;
  if (isRevoked) await client.signOut({ scope: "local" });
}
