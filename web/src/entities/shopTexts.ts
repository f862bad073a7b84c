// Text pages of the shop: column, path and title.

import type { ShopText } from "@/data/tables";
import type { LocalizedText } from "@/lib/language";

interface TextPage {
  column: ShopText;
  path: `/${string}`;
  title: LocalizedText;
}

const SIZE_CHART_PATH = "/size-chart";
export const HOW_TO_PAY_PATH = "/how-to-pay";

export const shopTextPages: readonly TextPage[] = [
  {
    column: "delivery_and_returns",
    path: "/delivery-and-returns",
    title: { en: "Delivery and Returns", id: "Pengiriman dan Pengembalian" },
  },
  { column: "size_chart", path: SIZE_CHART_PATH, title: { en: "Size Chart", id: "Panduan Ukuran" } },
  { column: "how_to_pay", path: HOW_TO_PAY_PATH, title: { en: "How to Pay", id: "Cara Pembayaran" } },
  { column: "questions", path: "/questions", title: { en: "Questions and Answers", id: "Tanya Jawab" } },
];

export const shopTextColumns: readonly ShopText[] = shopTextPages.map(({ column }) => column);
