// How an order stands, told to somebody else in words: there is no address at which others could see it.

import type { Transaction } from "@/data/tables";
import { orderNumber } from "@/entities/orderNumber";
import { dateInWords } from "@/lib/dates";
import { rupiah } from "@/lib/money";
import { shop } from "@/lib/shop";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { useToast } from "@/ui/Toast";

/** By the phone's own way of sharing; into the clipboard where there is none. */
export function useShareOrder(order: Transaction, amount: number): () => Promise<void> {
  const { receipt: words } = useMessages();
  const { language } = useLanguage();
  const toast = useToast();
  const title = words.shared(orderNumber(order.uuid), shop().name, rupiah(amount));
  const text = [title, words.receivedOn(dateInWords(order.created_at, language)), words.now[order.status]].join("\n");
  return async () => {
    try {
      if (navigator.share) return await navigator.share({ title, text });
      await navigator.clipboard.writeText(text);
      toast(words.copied);
    } catch (failure) {
      // Whoever closes the sheet has changed their mind.
      if ((failure as Error).name !== "AbortError") console.error(failure);
    }
  };
}
