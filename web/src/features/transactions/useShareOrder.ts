// Shares an order's status as text, since others cannot open its page.

import type { Transaction } from "@/data/tables";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatDateTime } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { getShop } from "@/lib/shop";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { useToast } from "@/ui/Toast";

/** With the Web Share API, or else via the clipboard. */
export function useShareOrder(order: Transaction, amount: number): () => Promise<void> {
  const { receipt: words } = useMessages();
  const { language } = useLanguage();
  const toast = useToast();
  const title = words.shared(formatOrderNumber(order.uuid), getShop().name, formatRupiah(amount));
  const text = [title, words.receivedOn(formatDateTime(order.created_at, language)), words.now[order.status]].join(
    "\n",
  );
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
