// Apa yang dikatakan tautan yang dibagikan tentang sebuah halaman, dalam Bahasa Indonesia.
import type { PreviewMessages } from "./preview.en";

export const messages = {
  gallery: (brand) => `Gambar-gambar ${brand}: kain, orang, dan tempat, seperti dilihat para fotografer kami.`,
  products: (brand) => `Semua yang dijual ${brand}, dengan gambar dan harga dalam rupiah.`,
} satisfies PreviewMessages;
