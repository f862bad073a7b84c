// A stored picture, asked for in the width the screen needs. Its box is set by the caller before a byte arrives.

import { type ImgHTMLAttributes, useState } from "react";
import { config } from "@/lib/config";
import { classNames } from "./classNames";

// Every place asks for one of these, so that the server makes few variants and caches hit.
const widths = [384, 832, 1920] as const;
const storedAs = "/storage/v1/object/public/";
const servedAs = "/storage/v1/render/image/public/";

/** Where a stored picture is now: of its address only the path counts. What is no stored picture has no address. */
export function fileAddress(url: string, origin = config.url): string {
  const path = storedPath(url);
  return path ? origin + storedAs + path : "";
}

/** Address of a smaller version. */
export function pictureAddress(url: string, width: (typeof widths)[number], origin = config.files): string {
  const path = storedPath(url);
  return path ? `${origin}${servedAs}${path}?width=${width}` : "";
}

export function pictureSrcSet(url: string): string | undefined {
  if (!storedPath(url)) return undefined;
  return widths.map((width) => `${pictureAddress(url, width)} ${width}w`).join(", ");
}

/** The smallest prepared width that is sharp on this screen where so many CSS pixels are filled. */
export function snappedWidth(shown: number): (typeof widths)[number] {
  const needed = shown * (globalThis.devicePixelRatio ?? 1);
  return widths.find((width) => width >= needed) ?? 1920;
}

const LEAVES_FOLDER = /[?#\\]|(^|\/)(\.|%2e){1,2}(\/|$)/i;

/** Bucket, folder and file name; empty where the address is no stored picture's or its path would lead elsewhere. */
function storedPath(url: string): string {
  const start = url.indexOf(storedAs);
  const path = start < 0 ? "" : url.slice(start + storedAs.length);
  return LEAVES_FOLDER.test(path) ? "" : path;
}

interface PictureProps extends Required<Pick<ImgHTMLAttributes<HTMLImageElement>, "width" | "height">> {
  url: string;
  alt: string;
  /** How wide the picture is shown, as in the `sizes` attribute. */
  sizes: string;
  /** Shows the whole picture in its box instead of filling the box. */
  whole?: boolean;
  /** The largest thing a visitor sees first: it alone is fetched at once and before everything else. */
  first?: boolean;
  className?: string;
  /** Called where the server makes no smaller versions. */
  onUnscaled?: () => void;
}

// A phone has more pixels than an eye tells apart: what is shown there comes at some 1.9 pixels per CSS pixel, not 3.
const DENSE_PHONES = [
  ["(min-resolution: 3.25dppx) and (max-width: 40rem)", 0.54],
  ["(min-resolution: 2.5dppx) and (max-width: 40rem)", 0.63],
] as const;

/** The `sizes` for these, of which the last is a phone's. */
export function sizesFor(sizes: string): string {
  const onPhone = sizes.slice(sizes.lastIndexOf(", ") + 1).trim();
  return [...DENSE_PHONES.map(([screen, part]) => `${screen} calc(${part} * (${onPhone}))`), sizes].join(", ");
}

/**
 * A picture in a box of this width and height or, where the class says another size, of this shape. The background is
 * for what the server puts there until the picture has come. Falls back to the file itself where the server makes no
 * smaller versions.
 */
export function Picture({
  url,
  alt,
  sizes,
  first = false,
  whole = false,
  className,
  onUnscaled,
  ...box
}: PictureProps) {
  const [unscaled, setUnscaled] = useState(false);
  const smaller = unscaled ? undefined : pictureSrcSet(url);
  return (
    <img
      {...box}
      src={(smaller ? pictureAddress(url, 832) : fileAddress(url, config.files)) || undefined}
      srcSet={smaller}
      sizes={smaller && sizesFor(sizes)}
      alt={alt}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding={first ? "sync" : "async"}
      onError={() => {
        setUnscaled(true);
        onUnscaled?.();
      }}
      className={classNames("bg-tint", whole ? "object-contain" : "object-cover", className)}
    />
  );
}
