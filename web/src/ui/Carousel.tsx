// A row of full-width panels on scroll-snap: swiped by thumb, turned by arrows that wrap, chosen by dots.

import { type ReactNode, useRef, useState } from "react";
import { IconButton } from "./Button";
import { classNames } from "./classNames";

// A swipe has ended when the row has not moved for this long; `scrollend` is not everywhere yet.
const restMilliseconds = 120;

export interface CarouselLabels {
  name: string;
  previous: string;
  next: string;
  choose: (position: number) => string;
}

interface CarouselProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** `near`: shown, or next to what is. */
  panel: (item: Item, index: number, near: boolean) => ReactNode;
  words: CarouselLabels;
  className?: string;
}

export function Carousel<Item>({ items, keyOf, panel, words, className }: CarouselProps<Item>) {
  const { row, current, turnTo, settle, release } = useRow(items.length);
  return (
    <section aria-roledescription="carousel" aria-label={words.name} className={classNames("relative", className)}>
      {/* What scrolls must be reachable by keyboard: the arrow keys turn the row like a thumb does. */}
      <ul
        ref={row}
        onScroll={settle}
        onPointerDown={release}
        onWheel={release}
        onKeyDown={release}
        tabIndex={0}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth [scrollbar-width:none]"
      >
        {items.map((item, index) => (
          <li key={keyOf(item)} className="w-full shrink-0 snap-start snap-always" inert={index !== current}>
            {panel(item, index, Math.abs(index - current) <= 1)}
          </li>
        ))}
      </ul>
      {items.length > 1 && <Controls count={items.length} current={current} turnTo={turnTo} words={words} />}
    </section>
  );
}

function useRow(count: number) {
  const row = useRef<HTMLUListElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The panel that an arrow or a dot is scrolling to: a slow phone may pause on the way, which is no swipe.
  const target = useRef<number>(undefined);
  const [current, setCurrent] = useState(0);
  const turnTo = (index: number) => {
    const wrapped = (index + count) % count;
    target.current = wrapped;
    setCurrent(wrapped);
    row.current?.scrollTo({ left: wrapped * row.current.clientWidth });
  };
  const settle = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      const element = row.current;
      if (!element) return;
      const shown = Math.round(element.scrollLeft / element.clientWidth);
      if (target.current !== undefined && target.current !== shown) return;
      release();
      setCurrent(shown);
    }, restMilliseconds);
  };
  const release = () => {
    target.current = undefined;
  };
  return { row, current, turnTo, settle, release };
}

interface ControlsProps {
  count: number;
  current: number;
  turnTo: (index: number) => void;
  words: CarouselLabels;
}

/** Where a panel's words and the controls below them stand: over the page's measure, or its left part on wide screens. */
export const carouselBand = "px-[clamp(1rem,4vw,3.5rem)] lg:pr-8 lg:pl-[max(3.5rem,calc((100vw-75rem)/2))]";

const onBand = "pointer-events-auto bg-black/30 text-white hover:bg-black/60 focus-visible:outline-white";

function Controls({ count, current, turnTo, words }: ControlsProps) {
  return (
    <div
      className={`${carouselBand} pointer-events-none absolute inset-x-0 bottom-0 flex items-end justify-between gap-3 py-3 lg:right-auto lg:w-5/12 lg:py-6`}
    >
      <div className="-ml-2.5 pointer-events-auto flex min-h-11 flex-wrap items-center">
        {Array.from({ length: count }, (_, index) => (
          <Dot
            key={words.choose(index + 1)}
            label={words.choose(index + 1)}
            chosen={index === current}
            onChoose={() => turnTo(index)}
          />
        ))}
      </div>
      <div className="flex gap-2">
        <IconButton icon="left" label={words.previous} onClick={() => turnTo(current - 1)} className={onBand} />
        <IconButton icon="right" label={words.next} onClick={() => turnTo(current + 1)} className={onBand} />
      </div>
    </div>
  );
}

function Dot({ label, chosen, onChoose }: { label: string; chosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={chosen ? "true" : undefined}
      onClick={onChoose}
      className="group flex size-8 items-center justify-center focus-visible:outline-white"
    >
      <span
        className={classNames(
          "block size-2.5 rotate-45 border border-white transition-colors",
          chosen ? "bg-white" : "bg-black/30 group-hover:bg-white/60",
        )}
      />
    </button>
  );
}
