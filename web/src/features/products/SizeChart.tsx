// The shop's size chart, loaded when opened.

import { usePublicRead } from "@/data/publicRead";
import { shopTextQuery } from "@/data/shop";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";
import { MultilineText } from "@/ui/MultilineText";
import { Skeleton } from "@/ui/Skeleton";

export function SizeChart() {
  const { language } = useLanguage();
  const { data } = usePublicRead(shopTextQuery("size_chart"));
  const [row] = data ?? [];
  if (!data) return <Skeleton className="h-24 w-full" />;
  return (
    <p className="break-words pb-2">
      {row && <MultilineText text={getTranslated(row, "size_chart", language) ?? ""} />}
    </p>
  );
}
