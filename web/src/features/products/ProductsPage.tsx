// Everything the house sells.

import { products } from "@/data/queries";
import { EndlessList } from "@/entities/EndlessList";
import { ProductCard, ProductSkeletons, productGrid } from "@/entities/ProductCard";
import { usePageTitle } from "@/ui/documentTitle";
import { PageTitle } from "@/ui/PageTitle";

export default function ProductsPage() {
  const pageTitle = usePageTitle();
  return (
    <div className="measure">
      <PageTitle>{pageTitle}</PageTitle>
      <EndlessList
        query={products}
        grid={`${productGrid} 2xl:grid-cols-4`}
        card={(product, first) => <ProductCard product={product} first={first} Heading="h2" />}
        skeletons={<ProductSkeletons count={6} />}
      />
    </div>
  );
}
