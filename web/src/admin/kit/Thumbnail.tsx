// A stored picture, large behind a click, and a word where its file is missing: small and cropped in a table, larger and
// whole in a form, beside a link to its original.

import { useState } from "react";
import type { PicturePlace } from "@/data/pictures";
import type { StoredImage } from "@/data/tables";
import { PersonalPicture } from "@/entities/PersonalPicture";
import { useMessages } from "@/messages";
import { classNames } from "@/ui/classNames";
import { fileAddress, pictureAddress, snappedWidth } from "@/ui/Picture";

export interface ThumbnailProps {
  place: PicturePlace;
  image: StoredImage;
  /** What is said when there is no such file. */
  missing: string;
  look?: keyof typeof looks;
}

const looks = {
  cropped: { box: { width: 64, height: 80, className: "h-20 w-16 text-caption" }, whole: false },
  whole: { box: { width: 200, height: 200, className: "size-[200px] max-w-full text-caption" }, whole: true },
};

export function Thumbnail({ place, look = "cropped", ...shown }: ThumbnailProps) {
  if (place.visibility !== "personal") return <PublicThumbnail look={look} {...shown} />;
  const { box, whole } = looks[look];
  return <PersonalPicture folder={place.folder} alt={shown.image.title} opens whole={whole} {...shown} {...box} />;
}

function PublicThumbnail({ image, missing, look }: Required<Omit<ThumbnailProps, "place">>) {
  const m = useMessages();
  const { box, whole } = looks[look];
  const [failed, setFailed] = useState<string[]>([]);
  const addresses = [pictureAddress(image.url, snappedWidth(box.width)), fileAddress(image.url)];
  const src = addresses.find((address) => address && !failed.includes(address));
  if (!src) return <span className="block max-w-40 text-danger">{missing}</span>;
  return (
    <>
      <a
        href={src === fileAddress(image.url) ? src : pictureAddress(image.url, 1920)}
        target="_blank"
        rel="noopener"
        className="inline-block"
      >
        <img
          {...box}
          src={src}
          alt={image.title}
          loading="lazy"
          decoding="async"
          onError={() => setFailed((before) => [...before, src])}
          className={classNames(box.className, "bg-tint", whole ? "object-contain" : "object-cover")}
        />
      </a>
      {whole && (
        <a
          href={fileAddress(image.url)}
          target="_blank"
          rel="noopener"
          className="text-caption underline underline-offset-4"
        >
          {m.common.original}
        </a>
      )}
    </>
  );
}
