// A link to the shop's payment instructions, if it has any.

import { HOW_TO_PAY_PATH, shopTextPages } from "@/entities/shopTexts";
import { useShop } from "@/lib/shop";
import { useLanguage } from "@/messages";
import { Link } from "@/ui/Link";

export function HowToPayLink() {
  const { language } = useLanguage();
  const { texts } = useShop();
  const page = shopTextPages.find(({ path }) => path === HOW_TO_PAY_PATH);
  if (!page || !texts.includes(page.column)) return null;
  return (
    <Link to={page.path} className="mb-4 inline-flex min-h-11 items-center underline underline-offset-4">
      {page.title[language]}
    </Link>
  );
}
