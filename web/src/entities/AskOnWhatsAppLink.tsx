// A link that opens WhatsApp with a question to the shop; renders nothing if the shop has no number.

import { useShop } from "@/lib/shop";
import { buildWhatsAppUrl, getShopWhatsAppNumber } from "@/lib/whatsapp";
import { useMessages } from "@/messages";
import { buttonClassName } from "@/ui/Button";

export function AskOnWhatsAppLink({ question }: { question: string }) {
  const m = useMessages();
  const number = getShopWhatsAppNumber(useShop());
  if (!number) return null;
  return (
    <a
      href={buildWhatsAppUrl(number, question)}
      target="_blank"
      rel="noreferrer"
      className={buttonClassName("outline")}
    >
      {m.catalogue.askOnWhatsApp}
      <span className="sr-only"> ({m.footer.opensInNewTab})</span>
    </a>
  );
}
