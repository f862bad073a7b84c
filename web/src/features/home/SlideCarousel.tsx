// The hero carousel. The title is below or beside the picture, never over it.

import { usePublicRead } from "@/data/publicRead";
import { slidesQuery } from "@/data/queries";
import type { Slide } from "@/data/tables";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage, useMessages } from "@/messages";
import { Carousel, carouselPaddingClassName } from "@/ui/Carousel";
import { Icon } from "@/ui/Icon";
import { Link } from "@/ui/Link";
import { Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";

const box = "min-h-[max(26rem,62svh)] w-full lg:min-h-[clamp(26rem,76svh,52rem)]";

export function SlideCarousel() {
  const m = useMessages();
  const { data, state } = usePublicRead(slidesQuery);
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
  const title = getTranslated(slide, "title", useLanguage().language);
  return (
    <figure className={`relative flex h-full flex-col bg-cloth lg:flex-row-reverse ${box}`}>
      <div className="relative min-h-56 grow bg-tint">
        {near && (
          <Picture
            url={slide.image.url}
            alt={m.common.picture(title)}
            sizes="(min-width: 64rem) 58vw, 100vw"
            width={1600}
            height={900}
            first={first}
            className={`focal absolute inset-0 size-full focus-x-${toMultipleOfFive(slide.focus_x)} focus-y-${toMultipleOfFive(slide.focus_y)}`}
          />
        )}
      </div>
      <figcaption className="shrink-0 content-center pt-5 pb-17 lg:w-5/12 lg:py-24">
        <p
          className={`${carouselPaddingClassName} text-balance font-display font-medium text-on-cloth text-title xl:text-[4.5rem] xl:leading-none`}
        >
          {slide.link ? <SlideLink to={slide.link}>{title}</SlideLink> : title}
        </p>
      </figcaption>
    </figure>
  );
}

const slideLinkLook = "after:absolute after:inset-0 focus-visible:outline-white";
const arrow = <Icon name="right" className="ml-2 inline size-[0.7em] align-baseline text-ornament" />;

/** The whole slide is the link, internal or external. */
function SlideLink({ to, children }: { to: string; children: string }) {
  if (to.startsWith("/"))
    return (
      <Link to={to} className={slideLinkLook}>
        {children}
        {arrow}
      </Link>
    );
  return (
    <a href={to} rel="noopener" className={slideLinkLook}>
      {children}
      {arrow}
    </a>
  );
}

/** Rounded to the classes defined in base.css, because the page's CSP forbids inline styles. */
function toMultipleOfFive(percent: number): number {
  return Math.round(percent / 5) * 5;
}
