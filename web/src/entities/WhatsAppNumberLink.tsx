// A person's number as a link that opens a chat.

import { formatPhoneNumber } from "@/lib/whatsapp";

export function WhatsAppNumberLink({ number }: { number: string }) {
  return (
    <a
      href={`https://wa.me/${number}`}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-11 items-center underline underline-offset-4"
    >
      {formatPhoneNumber(number)}
    </a>
  );
}
