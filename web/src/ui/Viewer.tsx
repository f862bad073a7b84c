// One picture at a time over the whole screen: arrows that wrap, keys, swipes, a close button.

import { type KeyboardEvent, type TouchEvent, useId, useRef } from "react";
import { IconButton } from "./Button";
import { useModal } from "./Dialog";
import { pictureAddress, pictureSet } from "./Picture";

const swipeDistance = 48;

export interface ViewerItem {
  url: string;
  alt: string;
  heading: string;
}

export interface ViewerProps {
  items: readonly ViewerItem[];
  /** Which item is shown; null while the viewer is closed. */
  index: number | null;
  onIndex: (index: number) => void;
  onClose: () => void;
  words: { close: string; previous: string; next: string };
}

export function Viewer({ items, index, onIndex, onClose, words }: ViewerProps) {
  const dialog = useModal(index !== null);
  const heading = useId();
  const item = index === null ? undefined : items[index];
  const turn = (step: number) => index !== null && onIndex((index + step + items.length) % items.length);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      onKeyDown={byKey(turn)}
      {...useSwipe(turn)}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-[#120b0a] text-[#f6ead2]"
    >
      {item && (
        <div className="grid h-full grid-rows-[auto_1fr_auto] [grid-template-columns:minmax(0,1fr)]">
          <header className="flex items-center justify-between gap-4 py-2 pr-2 pl-4 sm:py-3 sm:pr-4 sm:pl-8">
            <h2 id={heading} className="truncate py-1 text-2xl sm:text-3xl">
              {item.heading}
            </h2>
            <IconButton icon="close" label={words.close} onClick={onClose} className={onDark} />
          </header>
          <LargePicture key={item.url} item={item} />
          <footer className="flex items-center justify-center gap-6 py-3">
            <IconButton icon="left" label={words.previous} onClick={() => turn(-1)} className={onDark} />
            <span className="eyebrow min-w-16 text-center tabular-nums">
              {(index ?? 0) + 1} / {items.length}
            </span>
            <IconButton icon="right" label={words.next} onClick={() => turn(1)} className={onDark} />
          </footer>
        </div>
      )}
    </dialog>
  );
}

const onDark = "hover:bg-white/15 focus-visible:outline-[#f6ead2]";

// The small version is already in the browser's cache: it stands blurred in the same box until the large one is there.
function LargePicture({ item }: { item: ViewerItem }) {
  return (
    <div className="relative mx-4 overflow-hidden sm:mx-8">
      <img src={pictureAddress(item.url, 320)} alt="" className="absolute inset-0 size-full object-contain blur-lg" />
      <img
        src={pictureAddress(item.url, 1280)}
        srcSet={pictureSet(item.url)}
        sizes="100vw"
        alt={item.alt}
        className="absolute inset-0 size-full object-contain"
      />
    </div>
  );
}

function byKey(turn: (step: number) => void) {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
  return (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step) turn(step);
  };
}

function useSwipe(turn: (step: number) => void) {
  const start = useRef<number | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      start.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const end = event.changedTouches[0]?.clientX;
      if (start.current === null || end === undefined) return;
      const moved = end - start.current;
      start.current = null;
      if (Math.abs(moved) > swipeDistance) turn(moved < 0 ? 1 : -1);
    },
  };
}
