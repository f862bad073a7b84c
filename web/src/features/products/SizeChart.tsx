// The shop's size chart beside the sizes: read when somebody opens it, as few do; nothing where the shop wrote none.

import { useState } from "react";
import { usePublicRead } from "@/data/publicRead";
import { shopText } from "@/data/shop";
import { useShop } from "@/lib/shop";
import { translated } from "@/lib/translated";
import { useLanguage, useMessages } from "@/messages";
import { MultilineText } from "@/ui/MultilineText";
import { Skeleton } from "@/ui/Skeleton";

export function SizeChart() {
  const { catalogue } = useMessages();
  const [isWanted, setWanted] = useState(false);
  if (!useShop().texts.includes("size_chart")) return null;
  return (
    <details className="mt-2" onToggle={(event) => event.currentTarget.open && setWanted(true)}>
      <summary className="min-h-11 w-fit content-center underline underline-offset-4">{catalogue.sizeChart}</summary>
      {isWanted && <Chart />}
    </details>
  );
}

function Chart() {
  const { language } = useLanguage();
  const { data } = usePublicRead(shopText("size_chart"));
  const [row] = data ?? [];
  if (!data) return <Skeleton className="h-24 w-full" />;
  return (
    <p className="break-words pb-2">{row && <MultilineText text={translated(row, "size_chart", language) ?? ""} />}</p>
  );
}
