// The latest gallery pictures as a lookbook; each opens in the viewer.

import { useState } from "react";
import { usePublicRead } from "@/data/publicRead";
import { galleryQuery, MAX_HOME_GALLERY_ITEMS } from "@/data/queries";
import type { GalleryItem } from "@/data/tables";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage, useMessages } from "@/messages";
import { buttonClassName } from "@/ui/Button";
import { LazyPictureViewer } from "@/ui/LazyPictureViewer";
import { Link } from "@/ui/Link";
import { Picture } from "@/ui/Picture";
import { SectionTitle } from "@/ui/SectionTitle";
import { Skeleton } from "@/ui/Skeleton";

// Alternate columns are offset.
const grid =
  "grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-8 lg:grid-cols-4 lg:gap-y-12 pb-10 *:even:translate-y-8 lg:*:even:translate-y-14 lg:pb-14";
const box = "aspect-3/4 w-full";

export function LatestGallery() {
  const m = useMessages();
  const { language } = useLanguage();
  const { data: items, state } = usePublicRead(galleryQuery(MAX_HOME_GALLERY_ITEMS));
  const [viewerIndex, setViewerIndex] = useState<number | null>(null);
  if (state === "loading" && !items) return <GallerySkeleton />;
  if (!items?.length) return null;
  return (
    <section className={sectionLook}>
      <SectionTitle more={<MoreLink />}>{m.home.latestGallery}</SectionTitle>
      <ul className={grid}>
        {items.map((item, index) => (
          <li key={item.uuid}>
            <Tile item={item} onOpen={() => setViewerIndex(index)} />
          </li>
        ))}
      </ul>
      <LazyPictureViewer
        items={items.map((item) => {
          const heading = getTranslated(item, "heading", language);
          return { url: item.image.url, alt: heading, heading };
        })}
        index={viewerIndex}
        onIndex={setViewerIndex}
        onClose={() => setViewerIndex(null)}
        words={m.viewer}
      />
    </section>
  );
}

const sectionLook = "lower measure pt-24 sm:pt-32";

function MoreLink() {
  const m = useMessages();
  return (
    <Link to="/gallery" className={buttonClassName("quiet")}>
      {m.home.wholeGallery}
    </Link>
  );
}

function Tile({ item, onOpen }: { item: GalleryItem; onOpen: () => void }) {
  const m = useMessages();
  const heading = getTranslated(item, "heading", useLanguage().language);
  return (
    <button type="button" onClick={onOpen} aria-label={m.viewer.open(heading)} className="group block w-full text-left">
      <span className="block overflow-hidden">
        <Picture
          url={item.image.url}
          alt={m.common.picture(heading)}
          sizes="(min-width: 82rem) 17.3rem, (min-width: 64rem) calc(23vw - 1.5rem), (min-width: 40rem) calc(46vw - 1rem), calc(46vw - 0.5rem)"
          width={300}
          height={400}
          className={`${box} transition-transform duration-700 group-hover:scale-[1.03]`}
        />
      </span>
      <span className="mt-3 block font-display font-medium text-[1.25rem] leading-tight sm:text-[1.5rem]">
        {heading}
      </span>
    </button>
  );
}

function GallerySkeleton() {
  return (
    <div className={sectionLook}>
      <Skeleton className="mb-12 h-14 w-1/2" />
      <ul className={grid}>
        {Array.from({ length: MAX_HOME_GALLERY_ITEMS }, (_, index) => index).map((spot) => (
          <li key={spot}>
            <Skeleton className={box} />
            <Skeleton className="mt-3 h-7 w-3/4" />
          </li>
        ))}
      </ul>
    </div>
  );
}
