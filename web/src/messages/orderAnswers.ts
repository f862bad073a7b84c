// What the shop answers a buyer for each state of an order, in both languages: the buyer's may be another than the administrator's.

import type { TransactionStatus } from "@/data/tables";
import type { Language } from "@/lib/language";

export interface AnsweredOrder {
  shop: string;
  /** Empty where nobody knows it. */
  name: string;
  number: string;
  total: string;
}

type Answer = (order: AnsweredOrder) => string;

const hello = (name: string) => (name ? `Hello ${name}` : "Hello");
const halo = (name: string) => (name ? `Halo ${name}` : "Halo");

export const orderAnswers: Record<Language, Record<TransactionStatus, Answer>> = {
  id: {
    Processed: ({ shop, name, number, total }) =>
      `${halo(name)}, terima kasih sudah memesan di ${shop}. Pesanan ${number} (${total}) sudah kami terima, dan pembayarannya sedang kami periksa.`,
    Accepted: ({ shop, name, number, total }) =>
      `${halo(name)}, pembayaran ${total} untuk pesanan ${number} di ${shop} sudah kami konfirmasi. Pesanan sedang kami siapkan.`,
    Finished: ({ shop, name, number }) =>
      `${halo(name)}, pesanan ${number} di ${shop} sudah selesai. Terima kasih, semoga berkenan!`,
    Rejected: ({ shop, name, number, total }) =>
      `${halo(name)}, maaf, pembayaran ${total} untuk pesanan ${number} di ${shop} belum dapat kami konfirmasi. Boleh kirim ulang bukti pembayarannya ke sini?`,
  },
  en: {
    Processed: ({ shop, name, number, total }) =>
      `${hello(name)}, thank you for your order at ${shop}. We have received order ${number} (${total}) and are checking the payment.`,
    Accepted: ({ shop, name, number, total }) =>
      `${hello(name)}, your payment of ${total} for order ${number} at ${shop} is confirmed. We are preparing your order.`,
    Finished: ({ shop, name, number }) =>
      `${hello(name)}, your order ${number} at ${shop} is complete. Thank you, and enjoy it!`,
    Rejected: ({ shop, name, number, total }) =>
      `${hello(name)}, we are sorry: we could not confirm your payment of ${total} for order ${number} at ${shop}. Could you send us the proof of payment here?`,
  },
};
