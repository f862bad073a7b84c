// All pictures of a product: swiped on a phone, side by side on a large screen; each opens in the viewer, to be zoomed.

import { useState } from "react";
import type { Product } from "@/data/tables";
import { useMessages } from "@/messages";
import { classNames } from "@/ui/classNames";
import { LazyViewer } from "@/ui/LazyViewer";
import { Picture } from "@/ui/Picture";

const row = "flex snap-x snap-mandatory gap-3 overflow-x-auto overscroll-x-contain";
const wall = "lg:grid lg:grid-cols-2 lg:gap-4 lg:overflow-visible";

export function ProductPictures({ product, heading }: { product: Product; heading: string }) {
  const m = useMessages();
  const p = useMessages().catalogue;
  const [shown, setShown] = useState<number | null>(null);
  const pictures = [product.image, ...product.pictures];
  return (
    <>
      <ul aria-label={p.pictures} className={`${row} ${wall}`}>
        {pictures.map(({ url }, place) => (
          <li
            key={url}
            className={classNames(
              "shrink-0 snap-start",
              pictures.length > 1 ? "w-[88%]" : "w-full",
              place ? "lg:w-auto" : "lg:col-span-2 lg:w-auto",
            )}
          >
            <button
              type="button"
              onClick={() => setShown(place)}
              aria-label={p.enlarge(place + 1)}
              className="block w-full cursor-zoom-in"
            >
              <Picture
                url={url}
                alt={m.common.picture(heading)}
                sizes={`(min-width: 82rem) ${place ? "21rem" : "43rem"}, (min-width: 64rem) ${place ? "25vw" : "51vw"}, 88vw`}
                width={640}
                height={800}
                first={place === 0}
                className="aspect-4/5 w-full"
              />
            </button>
          </li>
        ))}
      </ul>
      <LazyViewer
        items={pictures.map(({ url }) => ({ url, alt: m.common.picture(heading), heading }))}
        index={shown}
        onIndex={setShown}
        onClose={() => setShown(null)}
        words={m.viewer}
      />
    </>
  );
}
