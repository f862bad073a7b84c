// The page of a product: pictures, description, and adding it to the cart.

import { type ReactNode, useEffect, useId } from "react";
import { usePublicRead } from "@/data/publicRead";
import { productsByShortIdQuery } from "@/data/queries";
import type { Product } from "@/data/tables";
import { ProductPrice } from "@/entities/ProductPrice";
import { parseShortId, productPath } from "@/entities/productPath";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage, useMessages } from "@/messages";
import { buttonClassName } from "@/ui/Button";
import { useDocumentTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { MultilineText } from "@/ui/MultilineText";
import { useLocation, useNavigate } from "@/ui/router";
import { Skeleton } from "@/ui/Skeleton";
import { BuyBox } from "./BuyBox";
import { Disclosure } from "./Disclosure";
import { DeliveryFacts, ProductNotFound } from "./lazyComponents";
import { ProductButtons } from "./ProductButtons";
import { ProductPictures } from "./ProductPictures";
import { buildProductsPath } from "./productFilters";

export default function ProductPage() {
  const { pathname } = useLocation();
  const shortId = parseShortId(pathname);
  return (
    <div className="measure pt-6 lg:pt-12">
      {shortId ? <ProductByShortId key={shortId} {...{ shortId, pathname }} /> : <ProductNotFound />}
    </div>
  );
}

function ProductByShortId({ shortId, pathname }: { shortId: string; pathname: string }) {
  const { data, state } = usePublicRead(productsByShortIdQuery(shortId));
  const product = data?.find((product) => productPath(product) === pathname) ?? data?.[0];
  if (product) return <ProductView product={product} />;
  if (state === "loading") return <ProductSkeleton />;
  return data && <ProductNotFound />;
}

function ProductView({ product }: { product: Product }) {
  const { language } = useLanguage();
  const catalogue = useMessages().catalogue;
  const headingId = useId();
  const category = getTranslated(product, "category", language);
  const heading = getTranslated(product, "heading", language);
  const description = getTranslated(product, "description", language);
  useDocumentTitle(heading);
  useCanonicalUrl(product);
  return (
    <Layout pictures={<ProductPictures product={product} heading={heading} />}>
      <p className="eyebrow text-muted">{category}</p>
      <h1 id={headingId} className="mt-2 text-title">
        {heading}
      </h1>
      <p className="mt-3 text-lg text-muted leading-snug">{getTranslated(product, "sub_heading", language)}</p>
      <p className="mt-5 font-semibold text-2xl tabular-nums">
        <ProductPrice product={product} />
      </p>
      <BuyBox product={product} describedBy={headingId} />
      <ProductButtons uuid={product.uuid} heading={heading} />
      <Disclosure label={catalogue.delivery}>
        <DeliveryFacts product={product} />
      </Disclosure>
      {description && (
        <section
          aria-label={catalogue.description}
          className="mt-8 max-w-prose border-line border-t pt-6 leading-relaxed"
        >
          <MultilineText text={description} />
        </section>
      )}
      <Link to={buildProductsPath({ category: product.category })} className={buttonClassName("quiet", "mt-6")}>
        {catalogue.moreOf(category)}
      </Link>
    </Layout>
  );
}

function Layout({ pictures, children }: { pictures: ReactNode; children: ReactNode }) {
  return (
    <article className="grid gap-x-12 gap-y-8 [grid-template-columns:minmax(0,1fr)] lg:grid-cols-12">
      <div className="lg:col-span-7">{pictures}</div>
      <div className="[overflow-wrap:anywhere] lg:sticky lg:top-32 lg:col-span-5 lg:self-start">{children}</div>
    </article>
  );
}

/** Redirects URLs with a former name, so that the current URL is shared. */
function useCanonicalUrl(product: Product): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const canonical = productPath(product);
  useEffect(() => {
    if (pathname !== canonical) navigate(canonical + search, { replace: true });
  }, [pathname, search, canonical, navigate]);
}

function ProductSkeleton() {
  return (
    <Layout pictures={<Skeleton className="aspect-4/5 w-full" />}>
      <Skeleton className="h-4 w-1/4" />
      <Skeleton className="mt-3 h-14 w-4/5" />
      <Skeleton className="mt-6 h-8 w-2/5" />
      <Skeleton className="mt-8 h-12 w-full" />
    </Layout>
  );
}
