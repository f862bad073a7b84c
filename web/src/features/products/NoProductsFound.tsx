// The empty state of the product list; of a search or filter: ways to broaden it, and similar products.

import { usePublicRead } from "@/data/publicRead";
import { productSearchQuery } from "@/data/queries";
import NothingYet from "@/entities/NothingYet";
import { ProductCard } from "@/entities/ProductCard";
import { useMessages } from "@/messages";
import { useShoppingMessages } from "@/messages/shopping";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { buildProductsPath, clearFilters, countActiveFilters, isFiltered, type ProductFilters } from "./productFilters";

const MAX_SUGGESTIONS = 8;

interface NothingFoundProps {
  filters: ProductFilters;
  /** The grid classes of the list. */
  grid: string;
}

export default function NoProductsFound(list: NothingFoundProps) {
  return isFiltered(list.filters) ? <NothingFound {...list} /> : <NothingYet page="products" />;
}

function NothingFound({ filters, grid }: NothingFoundProps) {
  const { catalogue } = useMessages();
  const words = useShoppingMessages();
  const { q } = filters;
  const count = countActiveFilters(filters);
  return (
    <>
      <div role="status" className="py-8">
        <h2 className="text-heading">{words.nothingFound}</h2>
        <p className="mt-2 text-muted">{words.nothingFoundHint}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {count > 0 && (
            <Link to={buildProductsPath(clearFilters(filters))} className={buttonClassName("solid")}>
              {catalogue.withoutFilters}
            </Link>
          )}
          <Link to="/products" className={buttonClassName("outline")}>
            {catalogue.showAll}
          </Link>
        </div>
      </div>
      {q && <SimilarProducts words={q} grid={grid} />}
    </>
  );
}

/** Fuzzy search results, so that a typo is not a dead end. */
function SimilarProducts({ words, grid }: { words: string; grid: string }) {
  const { nearlyFound } = useShoppingMessages();
  const { data } = usePublicRead(productSearchQuery({ words, near: true }, MAX_SUGGESTIONS));
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
