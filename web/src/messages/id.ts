// Semua kalimat toko dalam Bahasa Indonesia.
import type { Messages } from "./en";

export const messages = {
  language: "id",
  nav: {
    main: "Menu utama",
    skip: "Langsung ke konten",
    signIn: "Masuk",
    signOut: "Keluar",
    profile: "Profil",
    cart: (lines: number) => `Keranjang belanja, ${lines} produk`,
    openMenu: "Buka menu",
    closeMenu: "Tutup menu",
    toHome: (brand: string) => `${brand}, ke beranda`,
  },
  footer: {
    language: "Bahasa",
    opensInNewTab: "terbuka di tab baru",
    greeting: "Halo, saya ingin bertanya.",
  },
  languages: { en: "English", id: "Bahasa Indonesia" },
  home: {
    slides: "Slide",
    aboutUs: "Tentang Kami",
    latestGallery: "Galeri Terbaru",
    latestProducts: "Produk Terbaru",
    moreAboutUs: "Baca kisah kami",
    wholeGallery: "Lihat semua galeri",
    allProducts: "Lihat semua produk",
  },
  carousel: {
    previous: "Slide sebelumnya",
    next: "Slide berikutnya",
    select: (number: number) => `Slide ${number}`,
  },
  viewer: {
    open: (heading: string) => `Lihat ${heading}`,
    previous: "Gambar sebelumnya",
    next: "Gambar berikutnya",
    close: "Tutup",
    closer: "Perbesar",
    farther: "Perkecil",
  },
  products: {
    addToCart: "Tambah ke keranjang",
    added: (heading: string) => `${heading} sudah masuk keranjang`,
    chooseSize: "Pilih ukuran",
    soldOut: "Habis",
  },
  common: {
    cancel: "Batal",
    close: "Tutup",
    tryAgain: "Coba lagi",
    picture: (what: string) => `Gambar: ${what}`,
    pictureMissing: "Gambar ini tidak ada, atau Anda tidak berhak melihatnya",
    pictureFailed: "Gambar ini tidak dapat dimuat",
    earlier: "Tampilkan sebelumnya",
  },
  failures: {
    unreachable: "Tidak dapat terhubung ke toko. Periksa koneksi internet Anda, lalu coba lagi.",
    unexpected: "Terjadi kesalahan. Silakan coba lagi.",
    cancelled: "Dibatalkan",
    crashed: "Terjadi kesalahan tak terduga!",
    crashedExplained: "Halaman ini tidak dapat ditampilkan. Data yang sudah tersimpan tidak hilang.",
    wayHome: "Kembali ke beranda",
  },
} satisfies Messages;
