// Yang dibaca pengunjung saat membuka lebih banyak: filter produk, bahan pertimbangan, wishlist.
import type { ShoppingMessages } from "./shopping.en";

export const messages = {
  unknownAddress: "Halaman itu tidak ada. Ini Beranda kami.",
  filters: {
    everySize: "Semua ukuran",
    priceFrom: "Harga minimum",
    priceTo: "Harga maksimum",
    available: "Hanya yang tersedia",
  },
} satisfies ShoppingMessages;
