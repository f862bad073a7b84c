// The pictures of an event: the first large, the others two per row; each opens full-size in a new tab.

import type { CastingEvent } from "@/data/tables";
import { useMessages } from "@/messages";
import { classNames } from "@/ui/classNames";
import { buildPictureUrl, Picture } from "@/ui/Picture";

export function EventPictures({ event, name }: { event: CastingEvent; name: string }) {
  const m = useMessages();
  return (
    <ul aria-label={m.catalogue.pictures} className="grid grid-cols-2 gap-3 lg:gap-4">
      {[event.image, ...event.pictures].map(({ url }, index) => (
        <li key={url} className={classNames(index === 0 && "col-span-2")}>
          <a
            href={buildPictureUrl(url, 1920)}
            target="_blank"
            rel="noopener"
            aria-label={m.catalogue.enlarge(index + 1)}
            className="block"
          >
            <Picture
              url={url}
              alt={m.common.picture(name)}
              sizes={`(min-width: 82rem) ${index ? "21rem" : "43rem"}, (min-width: 64rem) ${index ? "25vw" : "51vw"}, ${index ? "45vw" : "92vw"}`}
              width={640}
              height={800}
              first={index === 0}
              className="aspect-4/5 w-full"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
