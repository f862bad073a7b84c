// One of the shop's texts as a page; redirects home if the shop has no such text.

import { usePublicRead } from "@/data/publicRead";
import { shopTextQuery } from "@/data/shop";
import { shopTextPages } from "@/entities/shopTexts";
import { getTranslated } from "@/lib/getTranslated";
import { matchesPath } from "@/lib/paths";
import { useLanguage } from "@/messages";
import { usePageTitle } from "@/ui/documentTitle";
import { MultilineText } from "@/ui/MultilineText";
import { PageTitle } from "@/ui/PageTitle";
import { Redirect, useLocation } from "@/ui/router";

export default function TextPage() {
  const { pathname } = useLocation();
  const column = shopTextPages.find(({ path }) => matchesPath(path, pathname))?.column ?? "questions";
  const { data, state } = usePublicRead(shopTextQuery(column));
  const [row] = data ?? [];
  const { language } = useLanguage();
  const title = usePageTitle();
  if (data && !row && state === "ready") return <Redirect to="/" />;
  return (
    <article className="measure min-h-svh">
      <PageTitle>{title}</PageTitle>
      <p className="max-w-prose break-words text-lg">
        {row && <MultilineText text={getTranslated(row, column, language) ?? ""} />}
      </p>
    </article>
  );
}
