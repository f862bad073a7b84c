// Everything the house sells: all of it, or a kind, or what fits some words, in the order that is asked for.

import { lazy, Suspense } from "react";
import { EndlessList } from "@/entities/EndlessList";
import { ProductCard, ProductSkeletons, productGrid } from "@/entities/ProductCard";
import { usePageTitle } from "@/ui/documentTitle";
import { PageTitle } from "@/ui/PageTitle";
import { useSearchParams } from "@/ui/router";
import { choiceIn, chosenProducts, isNarrow, pathOf } from "./choice";
import { ProductFilter } from "./ProductFilter";

const grid = `${productGrid} 2xl:grid-cols-4`;

// Few visitors meet it, so it has no part in the weight of the page.
const NothingFound = lazy(() => import("./NothingFound"));

export default function ProductsPage() {
  const pageTitle = usePageTitle();
  const choice = choiceIn(useSearchParams()[0]);
  // A shop without any product stays blank.
  const empty = isNarrow(choice) && (
    <Suspense>
      <NothingFound choice={choice} grid={grid} />
    </Suspense>
  );
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
        empty={empty}
      />
    </div>
  );
}
