// The opening: one large picture at a time, with its title set on it.

import { usePublicRead } from "@/data/publicRead";
import { slides } from "@/data/queries";
import type { Slide } from "@/data/tables";
import { translated } from "@/lib/translated";
import { useLanguage, useMessages } from "@/messages";
import { Carousel } from "@/ui/Carousel";
import { Link } from "@/ui/Link";
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
      panel={(slide, index, near) => <Panel slide={slide} first={index === 0} near={near} />}
      words={{ name: m.home.slides, previous: m.carousel.previous, next: m.carousel.next, choose: m.carousel.select }}
    />
  );
}

function Panel({ slide, first, near }: { slide: Slide; first: boolean; near: boolean }) {
  const m = useMessages();
  const title = translated(slide, "title", useLanguage().language);
  return (
    <figure className={`relative bg-tint ${box}`}>
      {near && (
        <Picture
          url={slide.image.url}
          alt={m.common.picture(title)}
          sizes="100vw"
          width={1600}
          height={900}
          first={first}
          className={`focal absolute inset-0 size-full focus-x-${inFives(slide.focus_x)} focus-y-${inFives(slide.focus_y)}`}
        />
      )}
      <figcaption className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/80 via-black/45 to-transparent pt-40 pb-20 sm:pb-24">
        <p className="measure text-balance font-display font-medium text-hero text-white">
          {slide.link ? <Way to={slide.link}>{title}</Way> : title}
        </p>
      </figcaption>
    </figure>
  );
}

const wayLook = "after:absolute after:inset-0 focus-visible:outline-white";

/** The whole slide leads there: to a page of this shop, or out of it. */
function Way({ to, children }: { to: string; children: string }) {
  if (to.startsWith("/"))
    return (
      <Link to={to} className={wayLook}>
        {children}
      </Link>
    );
  return (
    <a href={to} rel="noopener" className={wayLook}>
      {children}
    </a>
  );
}

/** The classes that base.css has. A page's policy allows no style of its own for a picture. */
function inFives(percent: number): number {
  return Math.round(percent / 5) * 5;
}
