// What this browser keeps of the signed-in user, and when it is deleted: on a phone that several people share, the next one
// finds nothing of it.
import { deleteDatabase, readLocalStorage, writeLocalStorage } from "@/lib/browserStorage";
import { brand } from "@/lib/config";
import { deletePersonalPages } from "@/lib/personalPages";
import { cartStore } from "./cart";
import { savedProductsStore } from "./savedProducts";
import { SESSION_STORAGE_KEY, sessionStore } from "./session";
import { DOOR_DATABASE_NAME, DRAFTS_DATABASE_NAME } from "./userDatabases";

const OWNER_KEY = `${brand.prefix}cart_owner`;

/** The user signs out, or deletes the account. */
export function clearUserData(): void {
  writeLocalStorage(SESSION_STORAGE_KEY, null);
  writeLocalStorage(OWNER_KEY, null);
  savedProductsStore.write([]);
  deleteDatabase(DRAFTS_DATABASE_NAME);
  cartStore.write([]);
  clearPrivateData();
}

/** The backend ended the session: cart and drafts wait for the same user, and the rest can be loaded again. */
export function clearPrivateData(): void {
  savedProductsStore.write(savedProductsStore.read().filter(({ isKept }) => !isKept));
  deleteDoorLists();
  deletePersonalPages().catch(console.error);
}

/** Of all events. */
export const deleteDoorLists = () => deleteDatabase(DOOR_DATABASE_NAME);

/**
 * Whoever signs in after somebody else, without a sign-out in between, doesn't get their cart. Drafts have their user. Whoever
 * is no leader, or no longer, has no door lists.
 */
export function claimUserData(): void {
  const { id, user_metadata } = sessionStore.read().user;
  if (user_metadata.role !== "leadership" && user_metadata.role !== "admin") deleteDoorLists();
  const owner = readLocalStorage(OWNER_KEY);
  if (!id || id === owner) return;
  if (owner) {
    cartStore.write([]);
    clearPrivateData();
  }
  writeLocalStorage(OWNER_KEY, id);
}
