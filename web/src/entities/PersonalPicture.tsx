// A private picture: fetched with the session's token, shown from an object URL, and opened large on click.

import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { fetchPicture, PERSONAL_PICTURE_WIDTHS, PictureMissingError } from "@/data/pictures";
import type { StoredImage } from "@/data/tables";
import { useMessages } from "@/messages";
import { formatError } from "@/messages/failures";
import { classNames } from "@/ui/classNames";
import { Skeleton } from "@/ui/Skeleton";
import { useToast } from "@/ui/Toast";
import { useNearViewport } from "@/ui/useNearViewport";

export interface PersonalPictureProps {
  folder: string;
  image: StoredImage;
  /** Empty next to text that says the same. */
  alt: string;
  width: number;
  height: number;
  /** Shows the whole picture in its box instead of filling the box. */
  whole?: boolean;
  /** Loads at once instead of when near the viewport. */
  first?: boolean;
  /** Whether a click opens it large; with `whole`, a link to the original is added. */
  opens?: boolean;
  /** The text if the file does not exist or this user may not see it. */
  missing?: string;
  className?: string;
}

export function PersonalPicture({
  opens = false,
  first = false,
  missing,
  className,
  whole,
  ...props
}: PersonalPictureProps) {
  const m = useMessages();
  const { folder, image, alt, width, height } = props;
  const box = useRef<HTMLSpanElement>(null);
  const picture = usePicture(folder, image.filename, width, useNearViewport(box) || first);
  if (picture.state === "loading" || (picture.state !== "ready" && alt === "")) {
    const name = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
    return (
      <span ref={box} {...name} aria-busy={picture.state === "loading"} className="block shrink-0">
        <Skeleton className={className ?? ""} />
      </span>
    );
  }
  if (picture.state !== "ready") {
    const words = picture.state === "missing" ? (missing ?? m.common.pictureMissing) : m.common.pictureFailed;
    return <span className="block max-w-40 text-danger">{words}</span>;
  }
  const shown = (
    <img
      src={picture.address}
      alt={alt}
      width={width}
      height={height}
      className={classNames("bg-tint", whole ? "object-contain" : "object-cover", className)}
    />
  );
  if (!opens) return shown;
  const link = { folder, image, shownUrl: picture.address };
  return (
    <>
      <PictureFileLink {...link} width={PERSONAL_PICTURE_WIDTHS.large}>
        {shown}
      </PictureFileLink>
      {whole && (
        <PictureFileLink {...link}>
          <span className="flex min-h-11 items-center text-caption underline underline-offset-4">
            {m.common.original}
          </span>
        </PictureFileLink>
      )}
    </>
  );
}

// Between two reads of a picture that failed; doubles each time.
const FIRST_RETRY_MS = 3_000;
const MAX_RETRY_MS = 60_000;

type PictureState = { state: "loading" | "missing" | "failed" } | { state: "ready"; address: string };

/** Returns an object URL; the file name in its fragment identifies the picture for people and tests. */
function usePicture(folder: string, filename: string, width: number, isEnabled: boolean): PictureState {
  const [shown, setShown] = useState<PictureState>({ state: "loading" });
  useEffect(() => {
    if (!isEnabled) return;
    let address = "";
    let isCancelled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let delay = FIRST_RETRY_MS;
    const show = (picture: Blob) => {
      if (isCancelled) return;
      address = URL.createObjectURL(picture);
      setShown({ state: "ready", address: `${address}#${encodeURIComponent(filename)}` });
    };
    const fail = (failure: unknown) => {
      if (isCancelled) return;
      console.warn(failure);
      const isMissing = failure instanceof PictureMissingError;
      setShown({ state: isMissing ? "missing" : "failed" });
      if (isMissing) return;
      addEventListener("online", read);
      timer = setTimeout(read, delay);
      delay = Math.min(2 * delay, MAX_RETRY_MS);
    };
    const stopWaiting = () => {
      removeEventListener("online", read);
      clearTimeout(timer);
    };
    const read = () => {
      stopWaiting();
      void fetchPicture(folder, filename, widthFor(width)).then(show, fail);
    };
    read();
    return () => {
      isCancelled = true;
      stopWaiting();
      URL.revokeObjectURL(address);
      setShown({ state: "loading" });
    };
  }, [folder, filename, width, isEnabled]);
  return shown;
}

const REVOKE_DELAY_MS = 60_000;

/** Caps the density at 2, beyond which no difference is visible; the small variant takes a seventh of the time to make. */
function widthFor(shown: number): number {
  return shown * Math.min(devicePixelRatio, 2) > PERSONAL_PICTURE_WIDTHS.small
    ? PERSONAL_PICTURE_WIDTHS.large
    : PERSONAL_PICTURE_WIDTHS.small;
}

type FileLinkProps = Pick<PersonalPictureProps, "folder" | "image" | "className"> & {
  shownUrl: string;
  /** Omitted for the original. */
  width?: number;
  children: ReactNode;
};

/** Opens the picture in a new tab on click, key or middle button. */
export function PictureFileLink({ folder, image, shownUrl, width, className, children }: FileLinkProps) {
  const m = useMessages();
  const toast = useToast();
  const open = (event: MouseEvent) => {
    // The tab is opened synchronously in the event handler, or the popup blocker stops it. If it is blocked all the
    // same, the link opens the picture as shown.
    const tab = window.open("", "_blank");
    if (!tab) return;
    event.preventDefault();
    fetchPicture(folder, image.filename, width).then(
      (picture) => {
        const address = URL.createObjectURL(picture);
        tab.location.href = `${address}#${encodeURIComponent(image.filename)}`;
        setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
      },
      (failure: unknown) => {
        tab.close();
        toast(failure instanceof PictureMissingError ? m.common.pictureMissing : formatError(failure, m), {
          failed: true,
        });
      },
    );
  };
  return (
    <a
      href={shownUrl}
      target="_blank"
      rel="noopener"
      onClick={open}
      onAuxClick={(event) => event.button === 1 && open(event)}
      className={className ?? "inline-block max-w-full"}
    >
      {children}
      <span className="sr-only"> ({m.footer.opensInNewTab})</span>
    </a>
  );
}
