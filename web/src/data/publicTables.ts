// What everyone may read, asked with the public key alone, so that the answer is the same for all and can be cached.
import { PostgrestClient } from "@supabase/postgrest-js";
import { config } from "@/lib/config";
import type { Database } from "./tables";

export const publicTables = new PostgrestClient<Database>(`${config.url}/rest/v1`, {
  headers: { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` },
});
