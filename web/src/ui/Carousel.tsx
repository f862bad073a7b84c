// A scroll-snap carousel of full-width panels: swipe, wrap-around arrows, or dots.

import { type ReactNode, useRef, useState } from "react";
import { IconButton } from "./Button";
import { classNames } from "./classNames";

// A swipe has ended after this long without a scroll event; `scrollend` is not supported everywhere yet.
const SCROLL_END_MS = 120;

interface CarouselLabels {
  name: string;
  previous: string;
  next: string;
  choose: (position: number) => string;
}

interface CarouselProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** `near`: the panel is current or adjacent to it. */
  panel: (item: Item, index: number, near: boolean) => ReactNode;
  words: CarouselLabels;
  className?: string;
}

export function Carousel<Item>({ items, keyOf, panel, words, className }: CarouselProps<Item>) {
  const { row, current, goTo, handleScroll, cancelTarget } = useRow(items.length);
  return (
    <section aria-roledescription="carousel" aria-label={words.name} className={classNames("relative", className)}>
      {/* Scrollable elements must be reachable by keyboard; the arrow keys scroll the row. */}
      <ul
        ref={row}
        onScroll={handleScroll}
        onPointerDown={cancelTarget}
        onWheel={cancelTarget}
        onKeyDown={cancelTarget}
        tabIndex={0}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth [scrollbar-width:none]"
      >
        {items.map((item, index) => (
          <li key={keyOf(item)} className="w-full shrink-0 snap-start snap-always" inert={index !== current}>
            {panel(item, index, Math.abs(index - current) <= 1)}
          </li>
        ))}
      </ul>
      {items.length > 1 && <Controls count={items.length} current={current} goTo={goTo} words={words} />}
    </section>
  );
}

function useRow(count: number) {
  const row = useRef<HTMLUListElement>(null);
  const scrollEndTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The panel that a programmatic scroll is heading for: a slow phone may pause midway, which must not count as a
  // swipe.
  const target = useRef<number>(undefined);
  const [current, setCurrent] = useState(0);
  const goTo = (index: number) => {
    const wrapped = (index + count) % count;
    target.current = wrapped;
    setCurrent(wrapped);
    row.current?.scrollTo({ left: wrapped * row.current.clientWidth });
  };
  const handleScroll = () => {
    clearTimeout(scrollEndTimer.current);
    scrollEndTimer.current = setTimeout(() => {
      const element = row.current;
      if (!element) return;
      const visible = Math.round(element.scrollLeft / element.clientWidth);
      if (target.current !== undefined && target.current !== visible) return;
      cancelTarget();
      setCurrent(visible);
    }, SCROLL_END_MS);
  };
  const cancelTarget = () => {
    target.current = undefined;
  };
  return { row, current, goTo, handleScroll, cancelTarget };
}

interface ControlsProps {
  count: number;
  current: number;
  goTo: (index: number) => void;
  words: CarouselLabels;
}

/**
 * Horizontal padding of a panel's caption and the controls below it: full measure, or the left part on wide screens.
 */
export const carouselPaddingClassName = "px-[clamp(1rem,4vw,3.5rem)] lg:pr-8 lg:pl-[max(3.5rem,calc((100vw-75rem)/2))]";

const overControlLook = "pointer-events-auto bg-black/30 text-white hover:bg-black/60 focus-visible:outline-white";

function Controls({ count, current, goTo, words }: ControlsProps) {
  return (
    <div
      className={`${carouselPaddingClassName} pointer-events-none absolute inset-x-0 bottom-0 flex items-end justify-between gap-3 py-3 lg:right-auto lg:w-5/12 lg:py-6`}
    >
      <div className="-ml-2.5 pointer-events-auto flex min-h-11 flex-wrap items-center">
        {Array.from({ length: count }, (_, index) => (
          <Dot
            key={words.choose(index + 1)}
            label={words.choose(index + 1)}
            chosen={index === current}
            onChoose={() => goTo(index)}
          />
        ))}
      </div>
      <div className="flex gap-2">
        <IconButton icon="left" label={words.previous} onClick={() => goTo(current - 1)} className={overControlLook} />
        <IconButton icon="right" label={words.next} onClick={() => goTo(current + 1)} className={overControlLook} />
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
