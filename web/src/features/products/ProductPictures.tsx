// The pictures of a product: swiped on phones, a grid on large screens; each opens in the viewer.

import { useState } from "react";
import type { Product } from "@/data/tables";
import { useMessages } from "@/messages";
import { classNames } from "@/ui/classNames";
import { LazyPictureViewer } from "@/ui/LazyPictureViewer";
import { Picture } from "@/ui/Picture";

const rowLook = "flex snap-x snap-mandatory gap-3 overflow-x-auto overscroll-x-contain";
const gridLook = "lg:grid lg:grid-cols-2 lg:gap-4 lg:overflow-visible";

export function ProductPictures({ product, heading }: { product: Product; heading: string }) {
  const m = useMessages();
  const { catalogue } = m;
  const [viewerIndex, setViewerIndex] = useState<number | null>(null);
  const pictures = [product.image, ...product.pictures];
  return (
    <>
      <ul aria-label={catalogue.pictures} className={`${rowLook} ${gridLook}`}>
        {pictures.map(({ url }, index) => (
          <li
            key={url}
            className={classNames(
              "shrink-0 snap-start",
              pictures.length > 1 ? "w-[88%]" : "w-full",
              index ? "lg:w-auto" : "lg:col-span-2 lg:w-auto",
            )}
          >
            <button
              type="button"
              onClick={() => setViewerIndex(index)}
              aria-label={catalogue.enlarge(index + 1)}
              className="block w-full cursor-zoom-in"
            >
              <Picture
                url={url}
                alt={m.common.picture(heading)}
                sizes={`(min-width: 82rem) ${index ? "21rem" : "43rem"}, (min-width: 64rem) ${index ? "25vw" : "51vw"}, 88vw`}
                width={640}
                height={800}
                first={index === 0}
                className="aspect-4/5 w-full"
              />
            </button>
          </li>
        ))}
      </ul>
      <LazyPictureViewer
        items={pictures.map(({ url }) => ({ url, alt: m.common.picture(heading), heading }))}
        index={viewerIndex}
        onIndex={setViewerIndex}
        onClose={() => setViewerIndex(null)}
        words={m.viewer}
      />
    </>
  );
}
