// The opening: one large picture at a time, with its title set on it.

import { usePublicRead } from "@/data/publicRead";
import { slides } from "@/data/queries";
import type { Slide } from "@/data/tables";
import { translated } from "@/lib/translated";
import { useLanguage, useMessages } from "@/messages";
import { Carousel } from "@/ui/Carousel";
import { Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";

const box = "h-[min(76svh,52rem)] min-h-96 w-full";

export function Slides() {
  const m = useMessages();
  const { data, state } = usePublicRead(slides);
  if (state === "loading" && !data) return <Skeleton className={box} />;
  if (!data?.length) return null;
  return (
    <Carousel
      items={data}
      keyOf={(slide) => slide.uuid}
      panel={(slide, index) => <Panel slide={slide} first={index === 0} />}
      words={{ name: m.home.slides, previous: m.carousel.previous, next: m.carousel.next, choose: m.carousel.select }}
    />
  );
}

function Panel({ slide, first }: { slide: Slide; first: boolean }) {
  const m = useMessages();
  const title = translated(slide, "title", useLanguage().language);
  return (
    <figure className={`relative ${box}`}>
      <Picture
        url={slide.image.url}
        alt={m.common.picture(title)}
        sizes="100vw"
        width={1600}
        height={900}
        first={first}
        className="absolute inset-0 size-full object-[50%_35%]"
      />
      <figcaption className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/80 via-black/45 to-transparent pt-40 pb-20 sm:pb-24">
        <p className="measure text-balance font-display font-medium text-hero text-white">{title}</p>
      </figcaption>
    </figure>
  );
}
