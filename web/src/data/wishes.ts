// A person's wishes, as the shop keeps them: of what they wait for it tells them once.
import { restClient } from "./backend";

export interface Wish {
  product_uuid: string;
  awaited_size: string | null;
}

/** The newest first. */
export async function wishesOf(userId: string): Promise<Wish[]> {
  const wishes = (await restClient()).from("wishes").select("product_uuid,awaited_size").eq("user_id", userId);
  return (await wishes.order("created_at", { ascending: false }).throwOnError()).data;
}

/** Replaces the wish for the same product. */
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
