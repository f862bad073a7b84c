// Text pages of the shop: column, path and title.

import type { ShopText } from "@/data/tables";
import type { LocalizedText } from "@/lib/language";

interface TextPage {
  column: ShopText;
  path: `/${string}`;
  title: LocalizedText;
}

export const SIZE_CHART = "/size-chart";
export const HOW_TO_PAY = "/how-to-pay";

export const textPages: readonly TextPage[] = [
  {
    column: "delivery_and_returns",
    path: "/delivery-and-returns",
    title: { en: "Delivery and Returns", id: "Pengiriman dan Pengembalian" },
  },
  { column: "size_chart", path: SIZE_CHART, title: { en: "Size Chart", id: "Panduan Ukuran" } },
  { column: "how_to_pay", path: HOW_TO_PAY, title: { en: "How to Pay", id: "Cara Pembayaran" } },
  { column: "questions", path: "/questions", title: { en: "Questions and Answers", id: "Tanya Jawab" } },
];

export const shopTexts: readonly ShopText[] = textPages.map(({ column }) => column);
