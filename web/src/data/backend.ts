// The backend's clients for a signed-in person, each loaded when it is first needed: a visitor never pays for them.
import type { GoTrueClient } from "@supabase/auth-js";
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { StorageClient } from "@supabase/storage-js";
import { browserStorage } from "@/lib/browserStorage";
import { config } from "@/lib/config";
import { memoizeAsync } from "@/lib/memoizeAsync";
import { type ProgressOptions, progressFetch } from "./progressFetch";
import { SESSION_KEY } from "./session";
import type { Database } from "./tables";

const publicHeaders = { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` };
const authOptions = { url: `${config.url}/auth/v1`, headers: publicHeaders };

/** The one client that keeps the session in local storage and renews it. */
export const authClient: () => Promise<GoTrueClient> = memoizeAsync(async () => {
  const { AuthClient } = await import("@supabase/auth-js");
  return new AuthClient({
    ...authOptions,
    storageKey: SESSION_KEY,
    storage: browserStorage,
    persistSession: true,
    autoRefreshToken: true,
    experimental: { recoveryCodes: true },
    // Anybody can write a link with tokens of their own account: only a password or a mailed one-time token signs in.
    detectSessionInUrl: false,
  });
});

/** Signs people up, sends them mails, proves a password again: what it learns is forgotten with the page. */
export const ephemeralAuthClient: () => Promise<GoTrueClient> = memoizeAsync(createEphemeralAuthClient);

/** A client of its own, for a session that nothing else may replace. */
export async function createEphemeralAuthClient(): Promise<GoTrueClient> {
  const { AuthClient } = await import("@supabase/auth-js");
  return new AuthClient({
    ...authOptions,
    fetch: recordRetryAfter,
    storageKey: `${SESSION_KEY}_transient`,
    experimental: { recoveryCodes: true },
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

let retryAfter = 0;

/** For how many seconds the backend has asked to be left alone, in its last answer about signing up and mails. */
export function retryAfterSeconds(): number {
  return retryAfter;
}

const recordRetryAfter: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  retryAfter = Number(response.headers.get("Retry-After")) || 0;
  return response;
};

export type RestClient = PostgrestClient<Database>;

/** The tables, asked as the person who is signed in. A failure is told at once, and trying again is up to the person. */
export const restClient: () => Promise<RestClient> = memoizeAsync(async () => createRestClient(await authClient()));

/** The same, asked as the person whose session this client has. */
export async function createRestClient(client: GoTrueClient): Promise<RestClient> {
  const { PostgrestClient } = await import("@supabase/postgrest-js");
  return new PostgrestClient<Database>(`${config.url}/rest/v1`, {
    fetch: withAccessToken(client, fetch),
    retry: false,
  });
}

/** The shop's bucket, asked as the person who is signed in; a watch is for one upload. */
export async function storageBucket(upload?: ProgressOptions) {
  const { StorageClient } = await import("@supabase/storage-js");
  const send = upload ? progressFetch(upload) : fetch;
  const client: StorageClient = new StorageClient(`${config.url}/storage/v1`, {}, withSession(send));
  return client.from(config.bucket);
}

/** For what none of the clients does. */
export const authenticatedFetch: typeof fetch = (input, init) => withSession(fetch)(input, init);

function withSession(send: typeof fetch): typeof fetch {
  return async (input, init) => withAccessToken(await authClient(), send)(input, init);
}

/** Adds the public key and a token that is still good; the authentication client renews it first if it must. */
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

const TOO_MANY_REQUESTS = 429;

/** A token that is in time is refused: unless it can be renewed, its session has ended, which every tab is told. */
async function signOutIfRevoked(client: GoTrueClient): Promise<void> {
  const { error } = await client.refreshSession();
  const isRevoked = error?.name === "AuthApiError" && (error.status ?? TOO_MANY_REQUESTS) < TOO_MANY_REQUESTS;
  if (isRevoked) await client.signOut({ scope: "local" });
}
