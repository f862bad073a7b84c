// Everything the house sells: all of it, or a kind, or what fits some words, in the order that is asked for.

import { usePublicRead } from "@/data/publicRead";
import { foundProducts } from "@/data/queries";
import { EndlessList } from "@/entities/EndlessList";
import { ProductCard, ProductSkeletons, productGrid } from "@/entities/ProductCard";
import { useMessages } from "@/messages";
import { buttonLook } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { PageTitle } from "@/ui/PageTitle";
import { useSearchParams } from "@/ui/router";
import { type Choice, choiceIn, chosenProducts, filtersIn, pathOf, withoutFilters } from "./choice";
import { ProductFilter } from "./ProductFilter";

const NEAR = 8;
const grid = `${productGrid} 2xl:grid-cols-4`;

export default function ProductsPage() {
  const pageTitle = usePageTitle();
  const choice = choiceIn(useSearchParams()[0]);
  return (
    <div className="measure">
      <PageTitle>{pageTitle}</PageTitle>
      <ProductFilter choice={choice} />
      <EndlessList
        key={pathOf(choice)}
        query={(limit, place) => chosenProducts(choice, limit, place)}
        grid={grid}
        card={(product, first) => <ProductCard product={product} first={first} Heading="h2" />}
        skeletons={<ProductSkeletons count={6} />}
        empty={<NothingFound choice={choice} />}
      />
    </div>
  );
}

/** A shop without any product stays blank. */
function NothingFound({ choice }: { choice: Choice }) {
  const p = useMessages().catalogue;
  const { category, q } = choice;
  const filters = filtersIn(choice);
  if (!category && !q && !filters) return null;
  return (
    <>
      <div role="status" className="py-8">
        <h2 className="text-heading">{p.nothingFound}</h2>
        <p className="mt-2 text-muted">{p.nothingFoundHint}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {filters > 0 && (
            <Link to={pathOf(withoutFilters(choice))} className={buttonLook("solid")}>
              {p.withoutFilters}
            </Link>
          )}
          <Link to="/products" className={buttonLook("outline")}>
            {p.showAll}
          </Link>
        </div>
      </div>
      {q && <NearlyFound words={q} />}
    </>
  );
}

/** What is written nearly so: a typing error is no dead end. */
function NearlyFound({ words }: { words: string }) {
  const p = useMessages().catalogue;
  const { data } = usePublicRead(foundProducts({ words, near: true }, NEAR));
  if (!data?.length) return null;
  return (
    <section className="mt-4">
      <h2 className="mb-6 text-heading">{p.nearlyFound}</h2>
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
