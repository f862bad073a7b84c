// A stored picture that opens at full size, or a text if the file is missing: small and cropped in tables; larger,
// whole and with a link to the original in forms.

import { useState } from "react";
import type { PictureColumn } from "@/data/pictures";
import type { StoredImage } from "@/data/tables";
import { PersonalPicture } from "@/entities/PersonalPicture";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
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
  const alt = useAdminMessages().fields[picture.column];
  if (picture.visibility !== "personal") return <PublicThumbnail look={look} alt={alt} {...shown} />;
  const { box, whole } = looks[look];
  return <PersonalPicture folder={picture.folder} alt={alt} opens whole={whole} {...shown} {...box} />;
}

function PublicThumbnail({ image, alt, missing, look }: Required<Omit<ThumbnailProps, "picture">> & { alt: string }) {
  const m = useMessages();
  const newTab = <span className="sr-only"> ({m.footer.opensInNewTab})</span>;
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
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={() => setFailed((previous) => [...previous, src])}
          className={classNames(box.className, "bg-tint", whole ? "object-contain" : "object-cover")}
        />
        {newTab}
      </a>
      {whole && (
        <a
          href={buildFileUrl(image.url)}
          target="_blank"
          rel="noopener"
          className="flex min-h-11 w-fit items-center text-caption underline underline-offset-4"
        >
          {m.common.original}
          {newTab}
        </a>
      )}
    </>
  );
}
