// What a search or a filter that finds nothing shows: the ways out, and what is nearly written so.

import { usePublicRead } from "@/data/publicRead";
import { searchProducts } from "@/data/queries";
import { ProductCard } from "@/entities/ProductCard";
import { useMessages } from "@/messages";
import { useShoppingMessages } from "@/messages/shopping";
import { buttonLook } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { activeFilterCount, type ProductFilters, productsPath, withoutFilters } from "./filters";

const NEAR = 8;

interface NothingFoundProps {
  filters: ProductFilters;
  /** How the list lays out its products. */
  grid: string;
}

export default function NothingFound({ filters, grid }: NothingFoundProps) {
  const p = useMessages().catalogue;
  const words = useShoppingMessages();
  const { q } = filters;
  const count = activeFilterCount(filters);
  return (
    <>
      <div role="status" className="py-8">
        <h2 className="text-heading">{words.nothingFound}</h2>
        <p className="mt-2 text-muted">{words.nothingFoundHint}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {count > 0 && (
            <Link to={productsPath(withoutFilters(filters))} className={buttonLook("solid")}>
              {p.withoutFilters}
            </Link>
          )}
          <Link to="/products" className={buttonLook("outline")}>
            {p.showAll}
          </Link>
        </div>
      </div>
      {q && <NearlyFound words={q} grid={grid} />}
    </>
  );
}

/** What is written nearly so: a typing error is no dead end. */
function NearlyFound({ words, grid }: { words: string; grid: string }) {
  const { nearlyFound } = useShoppingMessages();
  const { data } = usePublicRead(searchProducts({ words, near: true }, NEAR));
  if (!data?.length) return null;
  return (
    <section className="mt-4">
      <h2 className="mb-6 text-heading">{nearlyFound}</h2>
      <ul className={grid}>
        {data.map((product) => (
          <li key={product.uuid}>
            <ProductCard product={product} first={false} Heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  );
}
