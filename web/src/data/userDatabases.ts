// Names of the IndexedDB databases that belong to the signed-in user (data/userData.ts deletes them).
import { brand } from "@/lib/config";

/** Form drafts (data/drafts.ts). */
export const DRAFTS_DATABASE_NAME = `${brand.prefix}drafts`;
/** Door lists (data/door.ts). */
export const DOOR_DATABASE_NAME = `${brand.prefix}door_lists`;
