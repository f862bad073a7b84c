// Yang dibaca pengunjung saat membuka lebih banyak: filter produk, bahan pertimbangan, wishlist.
import type { ShoppingMessages } from "./shopping.en";

export const messages = {
  filters: {
    everySize: "Semua ukuran",
    priceFrom: "Harga minimum",
    priceTo: "Harga maksimum",
    available: "Hanya yang tersedia",
  },
} satisfies ShoppingMessages;
