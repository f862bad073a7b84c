// What the tables and their columns are called, in every language: on the dashboard, in modals, headings, labels and errors.

import type { ColumnName, TableName } from "@/data/tables";
import type { Language, LocalizedText } from "@/lib/language";

const tables: Record<TableName, LocalizedText> = {
  payment_methods: { en: "Payment Methods", id: "Metode Pembayaran" },
  audition_registrations: { en: "Audition Registrations", id: "Pendaftaran Audisi" },
  audition_announcements: { en: "Audition Announcements", id: "Pengumuman Audisi" },
  products: { en: "Products", id: "Produk" },
  transactions: { en: "Transactions", id: "Pesanan" },
  slides: { en: "Slides", id: "Slide" },
  about_us_section: { en: "About Us Section", id: "Bagian Tentang Kami" },
  gallery: { en: "Gallery", id: "Galeri" },
  about_us: { en: "About Us", id: "Tentang Kami" },
  delivery_ways: { en: "Delivery", id: "Pengiriman" },
  shop_settings: { en: "Shop Settings", id: "Pengaturan Toko" },
  events: { en: "Events", id: "Acara" },
};

/** In the order of the admin area's menu and dashboard. */
export const tableNames = Object.keys(tables) as TableName[];

const fields: Record<ColumnName, LocalizedText> = {
  uuid: { en: "UUID", id: "UUID" },
  user_id: { en: "User ID", id: "ID Pengguna" },
  title: { en: "Title", id: "Judul" },
  image: { en: "Image", id: "Foto" },
  heading: { en: "Heading", id: "Judul" },
  sub_heading: { en: "Sub Heading", id: "Subjudul" },
  category: { en: "Category", id: "Kategori" },
  description: { en: "Description", id: "Deskripsi" },
  price: { en: "Price", id: "Harga" },
  pathname: { en: "Pathname", id: "Halaman" },
  payment_account: { en: "Payment Account", id: "Bank / E-wallet" },
  account_number: { en: "Account Number", id: "Nomor Rekening" },
  qris_image: { en: "QRIS Image", id: "Kode QRIS" },
  full_name: { en: "Full Name", id: "Atas Nama" },
  name: { en: "Name", id: "Nama" },
  place_and_date_of_birth: { en: "Place and Date of Birth", id: "Tempat dan Tanggal Lahir" },
  address: { en: "Address", id: "Alamat" },
  age: { en: "Age", id: "Usia" },
  body_weight: { en: "Body Weight", id: "Berat Badan" },
  height: { en: "Height", id: "Tinggi Badan" },
  comcard_image: { en: "Comcard Image", id: "Comcard" },
  invoice_image: { en: "Invoice Image", id: "Bukti Pembayaran" },
  audition_status: { en: "Audition Status", id: "Status Audisi" },
  training_time: { en: "Training Time", id: "Jadwal Latihan" },
  rehearsal_time: { en: "Rehearsal Time", id: "Jadwal Gladi" },
  audition_time: { en: "Audition Time", id: "Jadwal Audisi" },
  transactions: { en: "Transactions", id: "Isi Pesanan" },
  status: { en: "Status", id: "Status" },
  sizes: { en: "Sizes and Stock", id: "Ukuran dan Stok" },
  pictures: { en: "Further Pictures", id: "Foto Lainnya" },
  translations: { en: "Translations", id: "Terjemahan" },
  sort_time: { en: "Order", id: "Urutan" },
  focus_x: { en: "Focal Point (across)", id: "Titik Fokus (horizontal)" },
  focus_y: { en: "Focal Point (down)", id: "Titik Fokus (vertikal)" },
  link: { en: "Link", id: "Link" },
  fee: { en: "Audition Fee", id: "Biaya Audisi" },
  deadline: { en: "Registration Deadline", id: "Batas Pendaftaran" },
  qris: { en: "QRIS Content", id: "Isi Kode QRIS" },
  ceiling: { en: "QRIS Limit", id: "Batas QRIS" },
  exact_amounts: { en: "Exact Amounts", id: "Nominal unik" },
  weight: { en: "Weight in Grams", id: "Berat dalam Gram" },
  hidden: { en: "State", id: "Status" },
  price_before: { en: "Before Reduction", id: "Harga Sebelum Diskon" },
  few_from: { en: "Nearly Sold Out from", id: "Hampir Habis Mulai" },
  delivery_way: { en: "Delivery", id: "Pengiriman" },
  kind: { en: "Kind", id: "Jenis" },
  areas: { en: "Areas", id: "Wilayah" },
  per_kilogram: { en: "Per Kilogram", id: "Per Kilogram" },
  free_from: { en: "Free From", id: "Gratis Mulai" },
  days_from: { en: "Days, at Least", id: "Hari, Paling Cepat" },
  days_to: { en: "Days, at Most", id: "Hari, Paling Lama" },
  tagline: { en: "Tagline", id: "Slogan" },
  phone: { en: "Phone", id: "Telepon" },
  whatsapp: { en: "WhatsApp", id: "WhatsApp" },
  social_links: { en: "Social Media", id: "Media Sosial" },
  opening_hours: { en: "Opening Hours", id: "Jam Buka" },
  delivery_and_returns: { en: "Delivery and Returns", id: "Pengiriman dan Pengembalian" },
  size_chart: { en: "Size Chart", id: "Panduan Ukuran" },
  how_to_pay: { en: "How to Pay", id: "Cara Pembayaran" },
  questions: { en: "Questions and Answers", id: "Tanya Jawab" },
  default_language: { en: "Language of the Shop", id: "Bahasa Toko" },
  default_weight: { en: "Default Weight in Grams", id: "Berat Standar dalam Gram" },
  tracking_page: { en: "Page of the Courier, with {number}", id: "Halaman Lacak Kurir, dengan {number}" },
  story: { en: "Story", id: "Cerita" },
  places: { en: "Places", id: "Lokasi" },
  days: { en: "Days", id: "Jadwal" },
  opens_at: { en: "Registration Opens", id: "Pendaftaran Dibuka" },
  closes_at: { en: "Registration Closes", id: "Pendaftaran Ditutup" },
  sought: { en: "People Sought", id: "Jumlah yang Dicari" },
  asked: { en: "Questions Besides the Card", id: "Pertanyaan Selain Comcard" },
  published: { en: "Published", id: "Ditayangkan" },
  forget_after_days: {
    en: "Days until Declined People's Data Is Deleted",
    id: "Hari sampai Data yang Belum Lolos Dihapus",
  },
  created_at: { en: "Created At", id: "Dibuat" },
  updated_at: { en: "Updated At", id: "Diperbarui" },
};

export function getTableMessages(language: Language) {
  return { tables: inLanguage(tables, language), fields: inLanguage(fields, language) };
}

function inLanguage<Name extends string>(words: Record<Name, LocalizedText>, language: Language): Record<Name, string> {
  const entries = Object.entries<LocalizedText>(words).map(([name, localized]) => [name, localized[language]]);
  return Object.fromEntries(entries) as Record<Name, string>;
}
