// The unsubscribe link of notification emails, which works without signing in.
import { restClient } from "./backend";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** False if the token is unknown. */
export async function unsubscribe(token: string): Promise<boolean> {
  if (!UUID.test(token)) return false;
  const { data, error } = await (await restClient()).rpc("unsubscribe", { token });
  if (error) throw error;
  return data;
}
