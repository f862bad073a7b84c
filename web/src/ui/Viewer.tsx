// A full-screen picture viewer: zoom, wrap-around arrows, keys, swipes, a close button.

import { type KeyboardEvent, type TouchEvent, useId, useRef } from "react";
import { IconButton } from "./Button";
import { useModalDialog } from "./Dialog";
import { LimitButton } from "./LimitButton";
import { buildPictureSrcSet, buildPictureUrl } from "./Picture";
import { useZoom, type ZoomState } from "./useZoom";

const SWIPE_DISTANCE = 48;

interface PictureViewerItem {
  url: string;
  alt: string;
  heading: string;
}

export interface PictureViewerProps {
  items: readonly PictureViewerItem[];
  /** The index of the current item; null while the viewer is closed. */
  index: number | null;
  onIndex: (index: number) => void;
  onClose: () => void;
  words: { close: string; previous: string; next: string; closer: string; farther: string };
}

export default function PictureViewer({ items, index, onIndex, onClose, words }: PictureViewerProps) {
  const dialog = useModalDialog(index !== null);
  const heading = useId();
  const item = index === null ? undefined : items[index];
  const zoom = useZoom();
  const go = (step: number) => {
    if (index === null || items.length === 1) return;
    zoom.reset();
    onIndex((index + step + items.length) % items.length);
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={() => {
        zoom.reset();
        onClose();
      }}
      onKeyDown={keyHandler(zoom, go)}
      {...useSwipe((step) => zoom.isZoomed || go(step))}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-[#120b0a] text-[#f6ead2]"
    >
      {item && (
        <div className="grid h-full grid-rows-[auto_1fr_auto] [grid-template-columns:minmax(0,1fr)]">
          <header className="flex items-center justify-between gap-4 py-2 pr-2 pl-4 sm:py-3 sm:pr-4 sm:pl-8">
            <h2 id={heading} className="truncate py-1 text-2xl sm:text-3xl">
              {item.heading}
            </h2>
            <IconButton icon="close" label={words.close} onClick={onClose} className={onDarkLook} />
          </header>
          <LargePicture key={item.url} item={item} zoom={zoom} />
          <footer className="flex items-center justify-center gap-2 py-3 sm:gap-6">
            <LimitButton
              icon="minus"
              label={words.farther}
              disabled={!zoom.isZoomed}
              onClick={zoom.zoomOut}
              className={onDarkLook}
            />
            {items.length > 1 && (
              <>
                <IconButton icon="left" label={words.previous} onClick={() => go(-1)} className={onDarkLook} />
                <p role="status" className="eyebrow min-w-16 text-center tabular-nums">
                  <span className="sr-only">{item.alt} </span>
                  {(index ?? 0) + 1} / {items.length}
                </p>
                <IconButton icon="right" label={words.next} onClick={() => go(1)} className={onDarkLook} />
              </>
            )}
            <LimitButton
              icon="plus"
              label={words.closer}
              disabled={zoom.isMaxScale}
              onClick={zoom.zoomIn}
              className={onDarkLook}
            />
          </footer>
        </div>
      )}
    </dialog>
  );
}

const onDarkLook = "hover:bg-white/15 focus-visible:outline-[#f6ead2]";

// The small variant is already cached: it is shown blurred until the large one has loaded.
function LargePicture({ item, zoom }: { item: PictureViewerItem; zoom: ZoomState }) {
  const { scale, x, y } = zoom.view;
  return (
    <div
      ref={zoom.ref}
      {...zoom.handlers}
      className={`relative mx-4 touch-none select-none overflow-hidden sm:mx-8 ${zoom.isZoomed ? "cursor-grab" : "cursor-zoom-in"}`}
    >
      <img src={buildPictureUrl(item.url, 384)} alt="" className="absolute inset-0 size-full object-contain blur-lg" />
      <img
        src={buildPictureUrl(item.url, 1920)}
        srcSet={buildPictureSrcSet(item.url)}
        sizes={zoom.isZoomed ? "300vw" : "100vw"}
        alt={item.alt}
        draggable={false}
        style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
        className="absolute inset-0 size-full object-contain"
      />
    </div>
  );
}

const KEY_STEP = 0.2;
const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The arrow keys change the picture, or pan it while it is zoomed. */
function keyHandler(zoom: ZoomState, go: (step: number) => void) {
  const actions: Record<string, () => void> = {
    "+": zoom.zoomIn,
    "=": zoom.zoomIn,
    "-": zoom.zoomOut,
    "0": zoom.reset,
  };
  return (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (arrow && zoom.isZoomed) zoom.pan(-arrow[0] * KEY_STEP, -arrow[1] * KEY_STEP);
    else if (arrow?.[0]) go(arrow[0]);
    else if (!event.ctrlKey && !event.metaKey) actions[event.key]?.();
  };
}

function useSwipe(go: (step: number) => void) {
  const start = useRef<number | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      start.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const end = event.changedTouches[0]?.clientX;
      if (start.current === null || end === undefined) return;
      const distance = end - start.current;
      start.current = null;
      if (Math.abs(distance) > SWIPE_DISTANCE) go(distance < 0 ? 1 : -1);
    },
  };
}
