// Why a payment is not accepted, ready-made in both languages: the buyer's may be another than the administrator's.

import type { Language } from "@/lib/language";

export const rejectionReasons: Record<Language, readonly string[]> = {
  id: [
    "Dana belum kami terima. Mohon cek kembali transfer Anda.",
    "Nominal yang ditransfer tidak sesuai. Hubungi kami lewat WhatsApp untuk penyelesaiannya.",
    "Bukti pembayaran tidak terbaca atau terpotong. Mohon kirim bukti lain yang utuh dan jelas.",
    "Bukti pembayaran ini sudah dipakai sebelumnya.",
    "Foto yang dikirim bukan bukti pembayaran.",
  ],
  en: [
    "We have not received the money. Please check your transfer.",
    "The amount you transferred does not match. Message us on WhatsApp and we will settle it.",
    "The proof of payment is cut off or can't be read. Please send another one that shows everything.",
    "This proof of payment was used before.",
    "The picture you sent is not a proof of payment.",
  ],
};
