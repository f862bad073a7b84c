// Saved products: stored in this browser, and for signed-in talents also in the database.
import { type SavedProduct, savedProductsStore } from "@/data/savedProducts";
import { getRole, sessionStore } from "@/data/session";
import { deleteWish, fetchWishes, saveWish } from "@/data/wishes";

const MAX_SAVED = 100;

/** The user id of a signed-in talent; null for everybody else, who have no wishes in the database. */
function wishOwner(): string | null {
  const session = sessionStore.read();
  return getRole(session) === "talent" ? session.user.id : null;
}

/** Throws if the backend refuses it; it stays saved in this browser all the same. */
export async function saveProduct(product: string, awaits: string | null = null): Promise<void> {
  put({ product, awaits, isKept: false });
  const userId = wishOwner();
  if (!userId) return;
  await saveWish(userId, { product_uuid: product, awaited_size: awaits });
  if (wishOwner() !== userId) return;
  const isThis = (one: SavedProduct) => one.product === product && one.awaits === awaits;
  savedProductsStore.write(savedProductsStore.read().map((one) => (isThis(one) ? { ...one, isKept: true } : one)));
}

/** Throws if the backend refuses it; it is saved again then. */
export async function unsaveProduct(product: string): Promise<void> {
  const before = savedProductsStore.read();
  savedProductsStore.write(before.filter((one) => one.product !== product));
  const userId = wishOwner();
  if (!userId) return;
  try {
    await deleteWish(userId, product);
  } catch (failure) {
    const saved = before.find((one) => one.product === product);
    if (saved && wishOwner() === userId) put(saved);
    throw failure;
  }
}

/** Uploads products saved before sign-in, then replaces the local list with the database's, which other devices also edit. */
export async function syncSavedProducts(): Promise<void> {
  const userId = wishOwner();
  if (!userId) return;
  const before = savedProductsStore.read();
  const unsynced = before.filter(({ isKept }) => !isKept);
  for (const { product, awaits } of [...unsynced].reverse())
    await saveWish(userId, { product_uuid: product, awaited_size: awaits });
  const wishes = await fetchWishes(userId);
  // Who signed out, saved or removed something meanwhile is ahead of this answer.
  if (wishOwner() !== userId || savedProductsStore.read() !== before) return;
  savedProductsStore.write(
    wishes.map(({ product_uuid, awaited_size }) => ({ product: product_uuid, awaits: awaited_size, isKept: true })),
  );
}

function put(saved: SavedProduct): void {
  const others = savedProductsStore.read().filter(({ product }) => product !== saved.product);
  savedProductsStore.write([saved, ...others].slice(0, MAX_SAVED));
}
