// The wishlist, share and question buttons of a product.

import { getPageUrl, useSharePage } from "@/entities/useSharePage";
import { useShop } from "@/lib/shop";
import { buildWhatsAppUrl, getShopWhatsAppNumber } from "@/lib/whatsapp";
import { useMessages } from "@/messages";
import { Button, buttonClassName } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { WishlistButton } from "./WishlistButton";

export function ProductButtons({ uuid, heading }: { uuid: string; heading: string }) {
  const { catalogue } = useMessages();
  const number = getShopWhatsAppNumber(useShop());
  return (
    <div className="mt-4 flex flex-wrap gap-x-6">
      <WishlistButton uuid={uuid} />
      <Button look="quiet" onClick={useSharePage(heading)}>
        <Icon name="share" className="size-4.5" />
        {catalogue.share}
      </Button>
      {number && <Question number={number} heading={heading} />}
    </div>
  );
}

/** Adds the page's URL on click, because the server renders without an origin. */
function Question({ number, heading }: { number: string; heading: string }) {
  const m = useMessages();
  const { catalogue } = m;
  return (
    <a
      href={buildWhatsAppUrl(number, catalogue.question(heading))}
      onClick={(event) => {
        event.currentTarget.href = buildWhatsAppUrl(number, `${catalogue.question(heading)} ${getPageUrl()}`);
      }}
      target="_blank"
      rel="noreferrer"
      className={buttonClassName("quiet")}
    >
      <Icon name="chat" className="size-4.5" />
      {catalogue.askOnWhatsApp}
      <span className="sr-only"> ({m.footer.opensInNewTab})</span>
    </a>
  );
}
