// Yang dibaca pengunjung saat membuka lebih banyak: filter produk, bahan pertimbangan, wishlist.
import type { ShoppingMessages } from "./shopping.en";

export const messages = {
  unknownAddress: "Halaman itu tidak ada. Ini Beranda kami.",
  soon: {
    products: "Produk kami segera hadir.",
    gallery: "Foto-foto kami segera hadir.",
    about: "Kisah kami segera hadir.",
  },
  nothingFound: "Tidak ada produk yang cocok",
  nearlyFound: "Mungkin maksud Anda salah satu ini?",
  nothingFoundHint: "Coba kata, kategori, atau filter lain.",
  missing: "Produk ini tidak ada di toko",
  missingHint: "Mungkin sudah terjual, atau linknya tidak lengkap.",
  wishlist: {
    saved: "Disimpan di wishlist",
    removed: "Dihapus dari wishlist",
    view: "Lihat wishlist",
    empty: "Wishlist Anda masih kosong",
    noneSold: "Semua produk di wishlist Anda sedang tidak dijual",
    hint: "Ketuk ikon hati di halaman produk untuk menyimpannya di sini.",
    browse: "Lihat produk",
    remove: (heading: string) => `Hapus ${heading} dari wishlist`,
    hereOnly: "Tersimpan di browser ini. Masuk ke akun supaya wishlist ikut tersimpan.",
  },
  back: {
    tell: (size: string) => (size ? `Kabari saya kalau ${size} ada lagi` : "Kabari saya kalau ada lagi"),
  },
  delivery: {
    to: (place: string) => `Ke ${place}, untuk 1 pcs`,
    free: "gratis",
    days: (from: number, to: number) => (from === to ? `${to} hari` : `${from}–${to} hari`),
    byPlace: "Ongkir kurir tergantung alamat dan terlihat di keranjang sebelum Anda memesan.",
    returns: "Cara pengiriman dan pengembalian",
  },
  filters: {
    everySize: "Semua ukuran",
    priceFrom: "Harga minimum",
    priceTo: "Harga maksimum",
    available: "Hanya yang tersedia",
  },
} satisfies ShoppingMessages;
