// Shares an order's status as text, since others cannot open its page.

import type { Receipt } from "@/data/receipts";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatOrderState } from "@/entities/transaction";
import { formatDateTime } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { share } from "@/lib/share";
import { getShop } from "@/lib/shop";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { useToast } from "@/ui/Toast";

export function useShareOrder({ order, payment, parcel }: Receipt, amount: number): () => Promise<boolean> {
  const m = useMessages();
  const { receipt: words } = m;
  const { language } = useLanguage();
  const toast = useToast();
  const title = words.shared(formatOrderNumber(order.uuid), getShop().name, formatRupiah(amount));
  const text = [
    title,
    words.receivedOn(formatDateTime(order.created_at, language)),
    formatOrderState(m, order, payment, parcel),
  ].join("\n");
  return () => share({ title, text }, () => toast(words.copied));
}
