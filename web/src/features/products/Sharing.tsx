// Keeping a product for later, telling somebody about it, and asking the shop about it.

import { pageAddress, useShare } from "@/entities/useShare";
import { useShop } from "@/lib/shop";
import { shopNumber, whatsappLink } from "@/lib/whatsapp";
import { useMessages } from "@/messages";
import { Button, buttonLook } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { SaveButton } from "./SaveButton";

export function Sharing({ uuid, heading }: { uuid: string; heading: string }) {
  const p = useMessages().catalogue;
  const number = shopNumber(useShop());
  return (
    <div className="mt-4 flex flex-wrap gap-x-6">
      <SaveButton uuid={uuid} />
      <Button look="quiet" onClick={useShare(heading)}>
        <Icon name="share" className="size-4.5" />
        {p.share}
      </Button>
      {number && <Question number={number} heading={heading} />}
    </div>
  );
}

/** The page's address is added when it is opened: the server renders for addresses it doesn't know. */
function Question({ number, heading }: { number: string; heading: string }) {
  const m = useMessages();
  const p = useMessages().catalogue;
  return (
    <a
      href={whatsappLink(number, p.question(heading))}
      onClick={(event) => {
        event.currentTarget.href = whatsappLink(number, `${p.question(heading)} ${pageAddress()}`);
      }}
      target="_blank"
      rel="noreferrer"
      className={buttonLook("quiet")}
    >
      <Icon name="chat" className="size-4.5" />
      {p.askOnWhatsApp}
      <span className="sr-only"> ({m.footer.opensInNewTab})</span>
    </a>
  );
}
