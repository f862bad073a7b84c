// A user's saved products in the database, which notifies them once when an awaited size is back in stock.
import { restClient } from "./backend";

interface Wish {
  product_uuid: string;
  awaited_size: string | null;
}

/** Newest first. */
export async function fetchWishes(userId: string): Promise<Wish[]> {
  const wishes = (await restClient()).from("wishes").select("product_uuid,awaited_size").eq("user_id", userId);
  return (await wishes.order("created_at", { ascending: false }).throwOnError()).data;
}

/** Replaces an existing wish for the same product. */
export async function saveWish(user_id: string, wish: Wish): Promise<void> {
  await (await restClient())
    .from("wishes")
    .insert({ user_id, ...wish })
    .throwOnError();
}

export async function deleteWish(userId: string, product: string): Promise<void> {
  const wishes = (await restClient()).from("wishes").delete().eq("user_id", userId).eq("product_uuid", product);
  await wishes.throwOnError();
}
