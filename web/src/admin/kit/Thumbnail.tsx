// A stored picture that opens at full size, or a text if the file is missing: small and cropped in tables; larger,
// whole and with a link to the original in forms.

import { useState } from "react";
import type { PictureColumn } from "@/data/pictures";
import type { StoredImage } from "@/data/tables";
import { PersonalPicture } from "@/entities/PersonalPicture";
import { useMessages } from "@/messages";
import { classNames } from "@/ui/classNames";
import { buildFileUrl, buildPictureUrl, pickVariantWidth } from "@/ui/Picture";

export interface ThumbnailProps {
  picture: PictureColumn;
  image: StoredImage;
  /** Shown if the file is missing. */
  missing: string;
  look?: keyof typeof looks;
}

const looks = {
  cropped: { box: { width: 64, height: 80, className: "h-20 w-16 text-caption" }, whole: false },
  whole: { box: { width: 200, height: 200, className: "size-[200px] max-w-full text-caption" }, whole: true },
};

export function Thumbnail({ picture, look = "cropped", ...shown }: ThumbnailProps) {
  if (picture.visibility !== "personal") return <PublicThumbnail look={look} {...shown} />;
  const { box, whole } = looks[look];
  return <PersonalPicture folder={picture.folder} alt={shown.image.title} opens whole={whole} {...shown} {...box} />;
}

function PublicThumbnail({ image, missing, look }: Required<Omit<ThumbnailProps, "picture">>) {
  const m = useMessages();
  const { box, whole } = looks[look];
  const [failed, setFailed] = useState<string[]>([]);
  const urls = [buildPictureUrl(image.url, pickVariantWidth(box.width)), buildFileUrl(image.url)];
  const src = urls.find((url) => url && !failed.includes(url));
  if (!src) return <span className="block max-w-40 text-danger">{missing}</span>;
  return (
    <>
      <a
        href={src === buildFileUrl(image.url) ? src : buildPictureUrl(image.url, 1920)}
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
          onError={() => setFailed((previous) => [...previous, src])}
          className={classNames(box.className, "bg-tint", whole ? "object-contain" : "object-cover")}
        />
      </a>
      {whole && (
        <a
          href={buildFileUrl(image.url)}
          target="_blank"
          rel="noopener"
          className="flex min-h-11 w-fit items-center text-caption underline underline-offset-4"
        >
          {m.common.original}
        </a>
      )}
    </>
  );
}
