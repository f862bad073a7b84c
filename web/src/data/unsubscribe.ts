// The unsubscribe link of notification emails, which works without signing in.
import { UUID } from "@/lib/uuid";
import { restClient } from "./backend";

/** False if the token is unknown. */
export async function unsubscribe(token: string): Promise<boolean> {
  if (!UUID.test(token.toLowerCase())) return false;
  const { data, error } = await (await restClient()).rpc("unsubscribe", { token });
  if (error) throw error;
  return data;
}
