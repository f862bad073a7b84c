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

const publicKey = { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` };
const authAddress = { url: `${config.url}/auth/v1`, headers: publicKey };

/** The one client that keeps the session in local storage and renews it. */
export const auth: () => Promise<GoTrueClient> = memoizeAsync(async () => {
  const { AuthClient } = await import("@supabase/auth-js");
  return new AuthClient({
    ...authAddress,
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
export const transientAuth: () => Promise<GoTrueClient> = memoizeAsync(newTransientAuth);

/** A client of its own, for a session that nothing else may replace. */
export async function newTransientAuth(): Promise<GoTrueClient> {
  const { AuthClient } = await import("@supabase/auth-js");
  return new AuthClient({
    ...authAddress,
    fetch: recordRetryAfter,
    storageKey: `${SESSION_KEY}_transient`,
    experimental: { recoveryCodes: true },
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

let patience = 0;

/** For how many seconds the backend has asked to be left alone, in its last answer about signing up and mails. */
export function retryAfterSeconds(): number {
  return patience;
}

const recordRetryAfter: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  patience = Number(answer.headers.get("Retry-After")) || 0;
  return answer;
};

export type RestClient = PostgrestClient<Database>;

/** The tables, asked as the person who is signed in. A failure is told at once, and trying again is up to the person. */
export const restClient: () => Promise<RestClient> = memoizeAsync(async () => restClientFor(await auth()));

/** The same, asked as the person whose session this client has. */
export async function restClientFor(client: GoTrueClient): Promise<RestClient> {
  const { PostgrestClient } = await import("@supabase/postgrest-js");
  return new PostgrestClient<Database>(`${config.url}/rest/v1`, { fetch: withTokenOf(client, fetch), retry: false });
}

/** The shop's bucket, asked as the person who is signed in; a watch is for one upload. */
export async function files(upload?: ProgressOptions) {
  const { StorageClient } = await import("@supabase/storage-js");
  const send = upload ? progressFetch(upload) : fetch;
  const client: StorageClient = new StorageClient(`${config.url}/storage/v1`, {}, asWhoIsSignedIn(send));
  return client.from(config.bucket);
}

/** For what none of the clients does. */
export const sessionFetch: typeof fetch = (input, init) => asWhoIsSignedIn(fetch)(input, init);

function asWhoIsSignedIn(send: typeof fetch): typeof fetch {
  return async (input, init) => withTokenOf(await auth(), send)(input, init);
}

/** Adds the public key and a token that is still good; the authentication client renews it first if it must. */
function withTokenOf(client: GoTrueClient, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const { data } = await client.getSession();
    const headers = new Headers(init?.headers);
    headers.set("apikey", config.anonKey);
    headers.set("Authorization", `Bearer ${data.session?.access_token ?? config.anonKey}`);
    const answer = await send(input, { ...init, headers });
    if (answer.status === 401 && data.session) endIfDead(client).catch(console.error);
    return answer;
  };
}

const TOO_MANY_REQUESTS = 429;

/** A token that is in time is refused: unless it can be renewed, its session has ended, which every tab is told. */
async function endIfDead(client: GoTrueClient): Promise<void> {
  const { error } = await client.refreshSession();
  const isDead = error?.name === "AuthApiError" && (error.status ?? TOO_MANY_REQUESTS) < TOO_MANY_REQUESTS;
  if (isDead) await client.signOut({ scope: "local" });
}
