// The latest products, with buttons to add them to the cart.

import { usePublicRead } from "@/data/publicRead";
import { MAX_HOME_PRODUCTS, productsQuery } from "@/data/queries";
import { ProductCard, ProductSkeletons, productGridClassName } from "@/entities/ProductCard";
import { useMessages } from "@/messages";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { SectionTitle } from "@/ui/SectionTitle";
import { Skeleton } from "@/ui/Skeleton";

// The estimated height of nine products, so that the skipped section does not let the footer move up.
const sectionLook = "lower [contain-intrinsic-height:auto_200rem] measure pt-24 sm:pt-32";

export function LatestProducts() {
  const m = useMessages();
  const { data, state } = usePublicRead(productsQuery(MAX_HOME_PRODUCTS));
  if (state === "loading" && !data) return <LatestSkeleton />;
  if (!data?.length) return null;
  return (
    <section className={sectionLook}>
      <SectionTitle more={<MoreLink />}>{m.home.latestProducts}</SectionTitle>
      <ul className={productGridClassName}>
        {data.map((product) => (
          <li key={product.uuid}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MoreLink() {
  const m = useMessages();
  return (
    <Link to="/products" className={buttonClassName("quiet")}>
      {m.home.allProducts}
    </Link>
  );
}

function LatestSkeleton() {
  return (
    <div className={sectionLook}>
      <Skeleton className="mb-12 h-14 w-1/2" />
      <ul className={productGridClassName}>
        <ProductSkeletons count={MAX_HOME_PRODUCTS} />
      </ul>
    </div>
  );
}
