// The empty state of a public page: what comes, and ways on.

import { useMessages } from "@/messages";
import { useShoppingMessages } from "@/messages/shopping";
import type { ShoppingMessages } from "@/messages/shopping.en";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { AskOnWhatsAppLink } from "./AskOnWhatsAppLink";

interface NothingYetProps {
  page: keyof ShoppingMessages["soon"];
}

export default function NothingYet({ page }: NothingYetProps) {
  const m = useMessages();
  const { soon } = useShoppingMessages();
  return (
    <div className="pb-8">
      <p className="text-lg">{soon[page]}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/" className={buttonClassName("outline")}>
          {m.failures.wayHome}
        </Link>
        <AskOnWhatsAppLink question={m.footer.greeting} />
      </div>
    </div>
  );
}
