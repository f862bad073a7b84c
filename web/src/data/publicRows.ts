// What everyone may read, asked with the public key alone, so that the answer is the same for all and can be cached.
// A plain fetch and not the official client: six reads need no query builder, and a visitor is spared 5 KB.
import { config } from "@/lib/config";
import { fieldsOf, textOr } from "@/lib/found";
import type { Database } from "./tables";

type Tables = Database["public"]["Tables"];
type PublicTable = Exclude<keyof Tables, "transactions" | "audition_registrations" | "audition_announcements">;

/** Throws an Error with the backend's own message, or the browser's TypeError where nobody answered. */
export async function publicRows<Name extends PublicTable>(
  table: Name,
  query: Record<string, string | number>,
): Promise<Tables[Name]["Row"][]> {
  const address = new URL(`${config.url}/rest/v1/${table}`);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  const answer = await fetch(address, {
    headers: { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` },
  });
  if (!answer.ok) throw new Error(await messageOf(answer));
  return answer.json();
}

async function messageOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  return textOr(fieldsOf(body).message, answer.statusText);
}
