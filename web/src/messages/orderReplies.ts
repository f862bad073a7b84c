// What the shop answers a buyer for each state of an order, in both languages: the buyer's may be another than the administrator's.

import type { OrderState } from "@/data/tables";
import type { Language } from "@/lib/language";

interface AnsweredOrder {
  shop: string;
  /** Empty where nobody knows it. */
  name: string;
  number: string;
  total: string;
  /** Why it was rejected or cancelled, as the buyer reads it. */
  reason?: string | null;
}

type Answer = (order: AnsweredOrder) => string;

const hello = (name: string) => (name ? `Hello ${name}` : "Hello");
const because = (reason: string | null | undefined) => (reason ? ` ${reason}` : "");
const withTitle = /^(ibu|bu|bapak|pak|kak|mbak|mas)\b/i;
const halo = (name: string) => `Halo ${withTitle.test(name) ? name : `Kak ${name}`.trim()}`;

const templates: Record<Language, Record<OrderState, Answer>> = {
  id: {
    Processed: ({ shop, name, number, total }) =>
      `${halo(name)}, terima kasih sudah memesan di ${shop}. Pesanan ${number} (${total}) sudah kami catat, dan pembayarannya sedang kami cek.`,
    Accepted: ({ shop, name, number, total }) =>
      `${halo(name)}, pembayaran ${total} untuk pesanan ${number} di ${shop} sudah kami konfirmasi. Pesanan sedang kami siapkan.`,
    Finished: ({ shop, name, number }) =>
      `${halo(name)}, pesanan ${number} di ${shop} sudah selesai. Terima kasih, semoga berkenan!`,
    Rejected: ({ shop, name, number, total, reason }) =>
      `${halo(name)}, maaf, pembayaran ${total} untuk pesanan ${number} di ${shop} belum dapat kami konfirmasi.${because(reason)} Boleh kirim ulang bukti pembayarannya ke sini?`,
    Cancelled: ({ shop, name, number, total, reason }) =>
      `${halo(name)}, pesanan ${number} (${total}) di ${shop} sudah dibatalkan${reason ? ` (${reason})` : ""}. Jika sudah membayar, boleh kirim nama bank dan nomor rekeningnya ke sini supaya dananya kami kembalikan?`,
  },
  en: {
    Processed: ({ shop, name, number, total }) =>
      `${hello(name)}, thank you for your order at ${shop}. We have received order ${number} (${total}) and are checking the payment.`,
    Accepted: ({ shop, name, number, total }) =>
      `${hello(name)}, your payment of ${total} for order ${number} at ${shop} is confirmed. We are preparing your order.`,
    Finished: ({ shop, name, number }) =>
      `${hello(name)}, your order ${number} at ${shop} is complete. Thank you, and enjoy it!`,
    Rejected: ({ shop, name, number, total, reason }) =>
      `${hello(name)}, we are sorry: we could not confirm your payment of ${total} for order ${number} at ${shop}.${because(reason)} Could you send us the proof of payment here?`,
    Cancelled: ({ shop, name, number, total, reason }) =>
      `${hello(name)}, order ${number} (${total}) at ${shop} was cancelled${reason ? ` (${reason})` : ""}. If you have paid, could you send us your bank and account number here, so that we can refund you?`,
  },
};

export function buildOrderReplies(state: OrderState, order: AnsweredOrder): Record<Language, string> {
  return { en: templates.en[state](order), id: templates.id[state](order) };
}

type AnsweredRegistration = Pick<AnsweredOrder, "shop" | "name" | "reason">;

/** What the shop answers about the fee of a registration. */
export function buildFeeReplies({ shop, name, reason }: AnsweredRegistration) {
  return {
    Processed: {
      en: `${hello(name)}, thank you for your audition registration at ${shop}. We are checking your payment.`,
      id: `${halo(name)}, terima kasih sudah mendaftar audisi di ${shop}. Pembayaran Anda sedang kami cek.`,
    },
    Accepted: {
      en: `${hello(name)}, your payment for the audition at ${shop} is confirmed. We will tell you how it goes on.`,
      id: `${halo(name)}, pembayaran audisi Anda di ${shop} sudah kami konfirmasi. Pengumuman selanjutnya akan kami sampaikan.`,
    },
    Rejected: {
      en: `${hello(name)}, we are sorry: we could not confirm your payment for the audition at ${shop}.${because(reason)} Could you send us the proof of payment here?`,
      id: `${halo(name)}, maaf, pembayaran audisi Anda di ${shop} belum dapat kami konfirmasi.${because(reason)} Boleh kirim ulang bukti pembayarannya ke sini?`,
    },
  };
}
