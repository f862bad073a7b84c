// The empty state of a public page: what comes, and ways on.

import { useShop } from "@/lib/shop";
import { buildWhatsAppUrl, getShopWhatsAppNumber } from "@/lib/whatsapp";
import { useMessages } from "@/messages";
import { useShoppingMessages } from "@/messages/shopping";
import type { ShoppingMessages } from "@/messages/shopping.en";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";

interface NothingYetProps {
  page: keyof ShoppingMessages["soon"];
}

export default function NothingYet({ page }: NothingYetProps) {
  const m = useMessages();
  const { soon } = useShoppingMessages();
  const number = getShopWhatsAppNumber(useShop());
  return (
    <div className="pb-8">
      <p className="text-lg">{soon[page]}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/" className={buttonClassName("outline")}>
          {m.failures.wayHome}
        </Link>
        {number && (
          <a
            href={buildWhatsAppUrl(number, m.footer.greeting)}
            target="_blank"
            rel="noreferrer"
            className={buttonClassName("outline")}
          >
            {m.catalogue.askOnWhatsApp}
            <span className="sr-only"> ({m.footer.opensInNewTab})</span>
          </a>
        )}
      </div>
    </div>
  );
}
