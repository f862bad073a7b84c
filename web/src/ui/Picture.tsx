// A stored picture, asked for in the width the screen needs. Its box is set by the caller before a byte arrives.

import { type ImgHTMLAttributes, useState } from "react";
import { config } from "@/lib/config";
import { names } from "./names";

// Every place asks for one of these, so that the server makes few variants and caches hit.
const widths = [320, 640, 960, 1280, 1920] as const;
const storedAs = "/storage/v1/object/public/";
const servedAs = "/storage/v1/render/image/public/";

/** Where a stored picture is now: the shop may have had another address when the picture was stored. */
export function fileAddress(url: string, origin = config.url): string {
  const path = url.indexOf(storedAs);
  return path < 0 ? url : origin + url.slice(path);
}

/** Address of a smaller version; an address that is not in our storage is left as it is. */
export function pictureAddress(url: string, width: (typeof widths)[number]): string {
  return url.includes(storedAs) ? `${fileAddress(url, config.files).replace(storedAs, servedAs)}?width=${width}` : url;
}

export function pictureSet(url: string): string | undefined {
  if (!url.includes(storedAs)) return undefined;
  return widths.map((width) => `${pictureAddress(url, width)} ${width}w`).join(", ");
}

export interface PictureProps extends Required<Pick<ImgHTMLAttributes<HTMLImageElement>, "width" | "height">> {
  url: string;
  alt: string;
  /** How wide the picture is shown, as in the `sizes` attribute. */
  sizes: string;
  /** Shows the whole picture in its box instead of filling the box. */
  whole?: boolean;
  /** The largest thing a visitor sees first: it alone is fetched at once and before everything else. */
  first?: boolean;
  className?: string;
}

/**
 * A picture in a box of this width and height or, where the class says another size, of this shape. The background is
 * for what the server puts there until the picture has come. Falls back to the file itself where the server makes no
 * smaller versions.
 */
export function Picture({ url, alt, sizes, first = false, whole = false, className, ...box }: PictureProps) {
  const [unscaled, setUnscaled] = useState(false);
  const smaller = unscaled ? undefined : pictureSet(url);
  return (
    <img
      {...box}
      src={smaller ? pictureAddress(url, 960) : fileAddress(url, config.files)}
      srcSet={smaller}
      sizes={smaller && sizes}
      alt={alt}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding={first ? "sync" : "async"}
      onError={() => setUnscaled(true)}
      className={names("bg-tint", whole ? "object-contain" : "bg-center bg-cover object-cover", className)}
    />
  );
}
