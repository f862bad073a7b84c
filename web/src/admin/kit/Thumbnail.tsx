// A stored picture in a table: small, the whole of it behind a click, and a word where its file is missing.

import { useState } from "react";
import type { PicturePlace } from "@/data/pictures";
import type { StoredImage } from "@/data/tables";
import { PersonalPicture } from "@/entities/PersonalPicture";
import { fileAddress, pictureAddress } from "@/ui/Picture";

export interface ThumbnailProps {
  place: PicturePlace;
  image: StoredImage;
  /** What is said when there is no such file. */
  missing: string;
}

const box = { width: 64, height: 80, className: "h-20 w-16 text-caption" };

export function Thumbnail({ place, image, missing }: ThumbnailProps) {
  if (place.visibility !== "personal") return <PublicThumbnail image={image} missing={missing} />;
  return <PersonalPicture folder={place.folder} image={image} alt={image.title} missing={missing} opens {...box} />;
}

function PublicThumbnail({ image, missing }: Omit<ThumbnailProps, "place">) {
  const [failed, setFailed] = useState<string[]>([]);
  const addresses = [pictureAddress(image.url, 320), fileAddress(image.url)];
  const src = addresses.find((address) => address && !failed.includes(address));
  if (!src) return <span className="block max-w-40 text-danger">{missing}</span>;
  return (
    <a href={fileAddress(image.url)} target="_blank" rel="noopener" className="inline-block">
      <img
        {...box}
        src={src}
        alt={image.title}
        loading="lazy"
        decoding="async"
        onError={() => setFailed((before) => [...before, src])}
        className={`${box.className} bg-tint object-cover`}
      />
    </a>
  );
}
