// A product in a list: picture, category, name, price and the add-to-cart control.

import { useId } from "react";
import type { Product } from "@/data/tables";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage, useMessages } from "@/messages";
import { Link } from "@/ui/Link";
import { Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";
import { AddToCart } from "./AddToCart";
import { ProductPrice } from "./ProductPrice";
import { productPath } from "./productPath";

export const productGridClassName = "grid grid-cols-2 gap-x-4 gap-y-12 sm:gap-x-8 lg:grid-cols-3 lg:gap-y-16";
const pictureBox = "aspect-4/5 w-full";
// The column widths of the grid above, without the page margins.
const sizes =
  "(min-width: 82rem) 23.7rem, (min-width: 64rem) calc(30.7vw - 1.4rem), (min-width: 40rem) calc(46vw - 1rem), calc(46vw - 0.5rem)";

interface ProductCardProps {
  product: Product;
  first?: boolean;
  /** One level below the heading of the section. */
  Heading?: "h2" | "h3";
}

export function ProductCard({ product, first = false, Heading = "h3" }: ProductCardProps) {
  const m = useMessages();
  const { language } = useLanguage();
  const heading = getTranslated(product, "heading", language);
  const headingId = useId();
  return (
    <article aria-labelledby={headingId} className="group relative flex h-full flex-col">
      <div className="overflow-hidden">
        <Picture
          url={product.image.url}
          alt={m.common.picture(heading)}
          sizes={sizes}
          width={320}
          height={400}
          first={first}
          className={`${pictureBox} transition-transform duration-700 group-hover:scale-[1.03]`}
        />
      </div>
      <p className="eyebrow mt-4 text-muted">{getTranslated(product, "category", language)}</p>
      <Heading id={headingId} className="mt-1 text-[1.375rem] leading-tight sm:text-[1.75rem]">
        {/* The link covers the whole card. */}
        <Link
          to={productPath(product)}
          className="after:absolute after:inset-0 group-hover:text-accent-text group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4"
        >
          {heading}
        </Link>
      </Heading>
      <p className="mt-1 text-muted leading-snug">{getTranslated(product, "sub_heading", language)}</p>
      <p className="mt-2 mb-4 font-semibold tabular-nums">
        <ProductPrice product={product} />
      </p>
      <div className="mt-auto">
        <AddToCart product={product} describedBy={headingId} />
      </div>
    </article>
  );
}

export function ProductSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => index).map((index) => (
    <li key={index} className="flex flex-col gap-3">
      <Skeleton className={pictureBox} />
      <Skeleton className="mt-1 h-4 w-1/3" />
      <Skeleton className="h-7 w-4/5" />
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="mt-1 h-11 w-full" />
    </li>
  ));
}
