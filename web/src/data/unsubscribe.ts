// The link of a mail about what happened, by which its reader ends the mails without signing in.
import { restClient } from "./backend";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** False when the link is nobody's. */
export async function unsubscribe(token: string): Promise<boolean> {
  if (!UUID.test(token)) return false;
  const { data, error } = await (await restClient()).rpc("unsubscribe", { token });
  if (error) throw error;
  return data;
}
