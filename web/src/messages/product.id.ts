// What the list of products and a product's own page say, in Indonesian.
import type { ProductMessages } from "./product.en";

export const messages: ProductMessages = {
  search: "Cari produk",
  category: "Kategori",
  allCategories: "Semua",
  order: "Urutkan",
  orders: { newest: "Terbaru", cheapest: "Harga terendah", dearest: "Harga tertinggi" },
  nothingFound: "Tidak ada produk yang cocok",
  nothingFoundHint: "Coba kata lain atau kategori lain.",
  showAll: "Lihat semua produk",
  pictures: "Foto",
  enlarge: (picture) => `Perbesar foto ${picture}`,
  size: "Ukuran",
  sizeMissing: "Pilih ukuran dulu",
  left: (count) => `sisa ${count}`,
  share: "Bagikan",
  shared: "Tautan disalin",
  askOnWhatsApp: "Tanya lewat WhatsApp",
  question: (heading) => `Halo, saya ingin bertanya tentang ${heading}.`,
  description: "Deskripsi",
  moreOf: (category) => `${category} lainnya`,
  missing: "Produk ini tidak ada di toko",
  missingHint: "Mungkin sudah terjual, atau tautannya tidak lengkap.",
};
