// Apa yang dikatakan link yang dibagikan tentang sebuah halaman, dalam Bahasa Indonesia.
import type { PreviewMessages } from "./preview.en";

export const messages = {
  gallery: (brand) => `Galeri ${brand}: kain, orang, dan tempat dalam bidikan fotografer kami.`,
  events: (brand) => `Audisi dan peragaan busana ${brand}: kapan, di mana, dan cara ikut.`,
  event: (name, brand) => `${name}, acara dari ${brand}.`,
  products: (brand) => `Semua produk ${brand}, lengkap dengan foto dan harga dalam rupiah.`,
} satisfies PreviewMessages;
