// A stored picture, requested in the width the screen needs. The caller reserves its box before it loads.

import { type ImgHTMLAttributes, useState } from "react";
import { config } from "@/lib/config";
import { classNames } from "./classNames";

// Few fixed widths, so that the server generates few variants and caches hit.
const WIDTHS = [384, 832, 1920] as const;
const OBJECT_PATH = "/storage/v1/object/public/";
const RENDER_PATH = "/storage/v1/render/image/public/";

/** The current URL of a stored picture: only the path of the stored URL counts. Empty for any other URL. */
export function buildFileUrl(url: string, origin = config.url): string {
  const path = storedPath(url);
  return path ? origin + OBJECT_PATH + path : "";
}

/** The URL of a scaled variant. */
export function buildPictureUrl(url: string, width: (typeof WIDTHS)[number], origin = config.files): string {
  const path = storedPath(url);
  return path ? `${origin}${RENDER_PATH}${path}?width=${width}` : "";
}

export function buildPictureSrcSet(url: string): string | undefined {
  if (!storedPath(url)) return undefined;
  return WIDTHS.map((width) => `${buildPictureUrl(url, width)} ${width}w`).join(", ");
}

/** The smallest variant that is sharp on this screen at this width in CSS pixels. */
export function pickVariantWidth(shown: number): (typeof WIDTHS)[number] {
  const needed = shown * (globalThis.devicePixelRatio ?? 1);
  return WIDTHS.find((width) => width >= needed) ?? 1920;
}

const LEAVES_FOLDER = /[?#\\]|(^|\/)(\.|%2e){1,2}(\/|$)/i;

/** Bucket, folder and file name; empty for URLs outside our storage or with a path that would leave it. */
function storedPath(url: string): string {
  const start = url.indexOf(OBJECT_PATH);
  const path = start < 0 ? "" : url.slice(start + OBJECT_PATH.length);
  return LEAVES_FOLDER.test(path) ? "" : path;
}

interface PictureProps extends Required<Pick<ImgHTMLAttributes<HTMLImageElement>, "width" | "height">> {
  url: string;
  alt: string;
  /** The display width, as in the `sizes` attribute. */
  sizes: string;
  /** Fits the whole picture into its box instead of covering the box. */
  whole?: boolean;
  /** The largest picture above the fold: loaded eagerly and with high priority. */
  first?: boolean;
  className?: string;
}

// Beyond about 1.9 pixels per CSS pixel a phone's picture looks no sharper, so denser phones request that rather than
// 3.
const DENSE_PHONES = [
  ["(min-resolution: 3.25dppx) and (max-width: 40rem)", 0.54],
  ["(min-resolution: 2.5dppx) and (max-width: 40rem)", 0.63],
] as const;

/** Extends `sizes` for dense phones; its last entry is the phone's. */
function buildSizesAttribute(sizes: string): string {
  const phoneSize = sizes.slice(sizes.lastIndexOf(", ") + 1).trim();
  return [...DENSE_PHONES.map(([screen, factor]) => `${screen} calc(${factor} * (${phoneSize}))`), sizes].join(", ");
}

/**
 * A picture with this intrinsic size, or only this aspect ratio if a class sets the size. The background shows until it
 * has loaded. Falls back to the original file if the server provides no variants.
 */
export function Picture({ url, alt, sizes, first, whole, className, ...box }: PictureProps) {
  const [unscaled, setUnscaled] = useState(false);
  const variants = unscaled ? undefined : buildPictureSrcSet(url);
  return (
    <img
      {...box}
      src={(variants ? buildPictureUrl(url, 832) : buildFileUrl(url, config.files)) || undefined}
      srcSet={variants}
      sizes={variants && buildSizesAttribute(sizes)}
      alt={alt}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding={first ? "sync" : "async"}
      onError={() => {
        setUnscaled(true);
        // Without a network the original was missing, too.
        addEventListener("online", () => setUnscaled(false), { once: true });
      }}
      className={classNames("bg-tint", whole ? "object-contain" : "object-cover", className)}
    />
  );
}
