// A stored picture in a table: small, the whole of it behind a click, and a word where its file is missing.

import { useState } from "react";
import type { StoredImage } from "@/data/tables";
import { fileAddress, pictureAddress } from "@/ui/Picture";

export interface ThumbnailProps {
  image: StoredImage;
  /** What is said when there is no such file. */
  missing: string;
}

export function Thumbnail({ image, missing }: ThumbnailProps) {
  const small = pictureAddress(image.url, 320);
  const [failed, setFailed] = useState<string[]>([]);
  const src = [small, fileAddress(image.url)].find((address) => !failed.includes(address));
  if (!src) return <span className="block max-w-40 text-danger">{missing}</span>;
  return (
    <a href={fileAddress(image.url)} target="_blank" rel="noopener" className="inline-block">
      <img
        src={src}
        alt={image.title}
        width={64}
        height={80}
        loading="lazy"
        decoding="async"
        onError={() => setFailed((before) => [...before, src])}
        className="h-20 w-16 bg-tint object-cover text-caption"
      />
    </a>
  );
}
