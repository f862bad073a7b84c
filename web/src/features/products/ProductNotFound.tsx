// The page for a product URL without a product.

import { useMessages } from "@/messages";
import { useShoppingMessages } from "@/messages/shopping";
import { buttonClassName } from "@/ui/Button";
import { useDocumentTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";

export function ProductNotFound() {
  const { missing, missingHint } = useShoppingMessages();
  useDocumentTitle(missing);
  return (
    <div className="py-10">
      <h1 className="text-title">{missing}</h1>
      <p className="mt-4 text-lg text-muted">{missingHint}</p>
      <Link to="/products" className={buttonClassName("solid", "mt-8")}>
        {useMessages().catalogue.showAll}
      </Link>
    </div>
  );
}
