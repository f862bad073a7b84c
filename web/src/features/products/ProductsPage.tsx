// Everything the house sells.

import { products } from "@/data/queries";
import { EndlessList } from "@/entities/EndlessList";
import { ProductCard, ProductSkeletons, productGrid } from "@/entities/ProductCard";
import { useMessages } from "@/messages";
import { PageTitle } from "@/ui/PageTitle";

export default function ProductsPage() {
  const m = useMessages();
  return (
    <div className="measure">
      <PageTitle>{m.titles.products}</PageTitle>
      <EndlessList
        query={products}
        grid={productGrid}
        card={(product, first) => <ProductCard product={product} first={first} Heading="h2" />}
        skeletons={<ProductSkeletons count={6} />}
      />
    </div>
  );
}
