// The product list, filtered and sorted.

import { Suspense } from "react";
import { InfiniteList } from "@/entities/InfiniteList";
import { ProductCard, ProductSkeletons, productGridClassName } from "@/entities/ProductCard";
import { lazyWithPreload } from "@/lib/lazyWithPreload";
import { usePageTitle } from "@/ui/documentTitle";
import { PageTitle } from "@/ui/PageTitle";
import { useSearchParams } from "@/ui/router";
import { ProductFilter } from "./ProductFilter";
import { buildProductsPath, filteredProductsQuery, parseFilters } from "./productFilters";

const grid = `${productGridClassName} 2xl:grid-cols-4`;

// Lazy, since few visitors see it.
const NoProductsFound = lazyWithPreload(() => import("./NoProductsFound"));

export default function ProductsPage() {
  const pageTitle = usePageTitle();
  const filters = parseFilters(useSearchParams()[0]);
  return (
    <div className="measure">
      <PageTitle>{pageTitle}</PageTitle>
      <ProductFilter filters={filters} />
      <InfiniteList
        key={buildProductsPath(filters)}
        query={(limit, start) => filteredProductsQuery(filters, limit, start)}
        grid={grid}
        card={(product, first) => <ProductCard product={product} first={first} Heading="h2" />}
        skeletons={<ProductSkeletons count={6} />}
        empty={
          <Suspense>
            <NoProductsFound filters={filters} grid={grid} />
          </Suspense>
        }
      />
    </div>
  );
}
