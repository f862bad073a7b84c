// The sold quantities of the products on the page, loaded in one query.

import { useQuery } from "@tanstack/react-query";
import { createContext, type PropsWithChildren, use } from "react";
import { fetchSoldPieces, type SoldPiecesByProduct } from "@/data/soldPieces";
import type { Product } from "@/data/tables";
import { useLanguage } from "@/messages";
import { getRowsQueryKey } from "../kit/useRows";

const SalesContext = createContext<SoldPiecesByProduct | undefined>(undefined);

export function SalesProvider({ rows, children }: PropsWithChildren<{ rows: readonly Product[] }>) {
  const uuids = rows.map(({ uuid }) => uuid);
  const { data } = useQuery({
    queryKey: [...getRowsQueryKey("transactions"), "sold", uuids],
    queryFn: () => fetchSoldPieces(uuids),
  });
  return <SalesContext value={data}>{children}</SalesContext>;
}

/** Undefined while loading. */
function useSoldPieces({ uuid }: Product): number | undefined {
  const sales = use(SalesContext);
  return sales && (sales.get(uuid) ?? 0);
}

export function SoldPiecesCount({ product }: { product: Product }) {
  const { language } = useLanguage();
  return useSoldPieces(product)?.toLocaleString(language) ?? "…";
}
