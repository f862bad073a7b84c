// Shares an order's status as text, since others cannot open its page.

import type { Receipt } from "@/data/receipts";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatOrderState } from "@/entities/transaction";
import { formatDateTime } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { getShop } from "@/lib/shop";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { useToast } from "@/ui/Toast";

/** With the Web Share API, or else via the clipboard. */
export function useShareOrder({ order, payment, parcel }: Receipt, amount: number): () => Promise<void> {
  const m = useMessages();
  const { receipt: words } = m;
  const { language } = useLanguage();
  const toast = useToast();
  const title = words.shared(formatOrderNumber(order.uuid), getShop().name, formatRupiah(amount));
  const text = [
    title,
    words.receivedOn(formatDateTime(order.created_at, language)),
    formatOrderState(m, order.status, payment, parcel),
  ].join("\n");
  return async () => {
    try {
      if (navigator.share) return await navigator.share({ title, text });
      await navigator.clipboard.writeText(text);
      toast(words.copied);
    } catch (failure) {
      // The user closed the share sheet.
      if ((failure as Error).name !== "AbortError") console.error(failure);
    }
  };
}
