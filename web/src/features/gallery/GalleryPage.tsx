// The gallery; a picture or its heading opens it full-size in a new tab.

import { Suspense, useState } from "react";
import { galleryQuery } from "@/data/queries";
import type { GalleryItem } from "@/data/tables";
import { InfiniteList } from "@/entities/InfiniteList";
import { useFilesOrigin } from "@/lib/filesOrigin";
import { getTranslated } from "@/lib/getTranslated";
import { lazyWithPreload } from "@/lib/lazyWithPreload";
import { useLanguage, useMessages } from "@/messages";
import { usePageTitle } from "@/ui/documentTitle";
import { PageTitle } from "@/ui/PageTitle";
import { buildFileUrl, buildPictureUrl, Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";

const grid = "grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-8 lg:grid-cols-3 lg:gap-y-16 2xl:grid-cols-4";
const box = "aspect-3/4 w-full";
// The widths of the columns above.
const sizes =
  "(min-width: 96rem) 17.3rem, (min-width: 82rem) 23.7rem, (min-width: 64rem) calc(30.7vw - 1.4rem), (min-width: 40rem) calc(46vw - 1rem), calc(46vw - 0.5rem)";

const NothingYet = lazyWithPreload(() => import("@/entities/NothingYet"));

export default function GalleryPage() {
  const pageTitle = usePageTitle();
  return (
    <div className="measure">
      <PageTitle>{pageTitle}</PageTitle>
      <InfiniteList
        query={galleryQuery}
        grid={grid}
        card={(item, first) => <GalleryCard item={item} first={first} />}
        skeletons={<GallerySkeletons />}
        empty={
          <Suspense>
            <NothingYet page="gallery" />
          </Suspense>
        }
      />
    </div>
  );
}

function GalleryCard({ item, first }: { item: GalleryItem; first: boolean }) {
  const m = useMessages();
  const { language } = useLanguage();
  const heading = getTranslated(item, "heading", language);
  const { url } = item.image;
  const [unscaled, setUnscaled] = useState(false);
  const origin = useFilesOrigin();
  const file = unscaled ? buildFileUrl(url) : buildPictureUrl(url, 1920, origin);
  return (
    <article onErrorCapture={() => setUnscaled(true)}>
      <a href={file} target="_blank" rel="noopener" className="block overflow-hidden">
        <Picture
          url={url}
          alt={m.common.picture(heading)}
          sizes={sizes}
          width={300}
          height={400}
          first={first}
          className={`${box} transition-transform duration-700 hover:scale-[1.03]`}
        />
      </a>
      <h2 className="mt-4 text-[1.375rem] leading-tight sm:text-[1.75rem]">
        <a href={file} target="_blank" rel="noopener" className="hover:text-accent-text hover:underline">
          {heading}
        </a>
      </h2>
      <p className="mt-1 text-muted leading-snug">{getTranslated(item, "sub_heading", language)}</p>
    </article>
  );
}

function GallerySkeletons() {
  return Array.from({ length: 6 }, (_, index) => index).map((index) => (
    <li key={index}>
      <Skeleton className={box} />
      <Skeleton className="mt-4 h-7 w-4/5" />
      <Skeleton className="mt-2 h-5 w-3/5" />
    </li>
  ));
}
