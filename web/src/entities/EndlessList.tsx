// A list without end: pages are read as the visitor comes near them, and `?page=` in the address keeps the place.

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { usePublicRead } from "@/data/publicRead";
import type { PublicQuery } from "@/data/publicRows";
import { useMessages } from "@/messages";
import { Button } from "@/ui/Button";
import { EndlessEdge } from "@/ui/EndlessEdge";

export const PAGE_SIZE = 48;

export interface EndlessListProps<Row> {
  query: (limit: number, from: number) => PublicQuery<Row[]>;
  card: (row: Row, first: boolean) => ReactNode;
  skeletons: ReactNode;
  grid: string;
}

export function EndlessList<Row extends { uuid: string }>({ grid, ...list }: EndlessListProps<Row>) {
  const m = useMessages();
  const [start, keepPlace] = usePlace();
  const { pages, first, last, more, widen, settled } = usePages(start);
  return (
    <div className="flex flex-col gap-12 lg:gap-16">
      {first > 1 && (
        <Button look="outline" onClick={() => widen(first - 1, last)} className="self-center">
          {m.common.earlier}
        </Button>
      )}
      {pages.map((page) => (
        <Page
          key={page}
          page={page}
          grid={grid}
          onSettled={settled}
          onPlace={keepPlace}
          leads={page === start}
          {...list}
        />
      ))}
      {more && <EndlessEdge key={last} onNear={() => widen(first, last + 1)} />}
    </div>
  );
}

/** Which pages are shown; there is more as long as the last of them came full. */
function usePages(start: number) {
  const [{ first, last }, setRange] = useState({ first: start, last: start });
  const [full, setFull] = useState<readonly number[]>([]);
  const settled = useCallback(
    (page: number, rows: number) => {
      if (rows === PAGE_SIZE) setFull((before) => [...before, page]);
      // An address beyond the end of the list leads to its beginning.
      if (rows === 0 && page === start) setRange({ first: 1, last: 1 });
    },
    [start],
  );
  const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const widen = (from: number, to: number) => setRange({ first: from, last: to });
  return { pages, first, last, more: full.includes(last), widen, settled };
}

interface PageProps<Row> extends EndlessListProps<Row> {
  page: number;
  leads: boolean;
  onSettled: (page: number, rows: number) => void;
  onPlace: (page: number) => void;
}

function Page<Row extends { uuid: string }>({ page, leads, onSettled, onPlace, ...list }: PageProps<Row>) {
  const { data, state } = usePublicRead(list.query(PAGE_SIZE, (page - 1) * PAGE_SIZE));
  const middle = useMiddleOfScreen(() => onPlace(page));
  const [heightFarAway, distance] = useDistance();
  const rows = data?.length;
  useEffect(() => {
    if (rows !== undefined) onSettled(page, rows);
  }, [onSettled, page, rows]);
  if (state === "failed" && !data) return null;
  if (rows === 0) return null;
  if (heightFarAway !== null) return <div ref={distance} style={{ height: heightFarAway }} />;
  return (
    <ul ref={both(middle, distance)} className={list.grid} aria-busy={state === "loading"}>
      {data ? data.map((row, index) => <li key={row.uuid}>{list.card(row, leads && index < 2)}</li>) : list.skeletons}
    </ul>
  );
}

// Some five pages of cards before and after the screen: a list of any length is that many cards, and no more.
const farAway = "40000px 0px";

/** Null near the screen; far from it, how high the page was: its cards go, its place stays. */
function useDistance(): [number | null, WatchedRef] {
  const [height, setHeight] = useState<number | null>(null);
  const watched = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const watch = new IntersectionObserver(
      (entries) => {
        const latest = entries.at(-1);
        if (!latest || element.contains(document.activeElement)) return;
        setHeight(latest.isIntersecting ? null : latest.boundingClientRect.height);
      },
      { rootMargin: farAway },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [height, watched];
}

type WatchedRef = (element: HTMLElement | null) => (() => void) | undefined;

function both(one: WatchedRef, two: WatchedRef): WatchedRef {
  return (element) => {
    const stops = [one(element), two(element)];
    return () => {
      for (const stop of stops) stop?.();
    };
  };
}

/** The page in the address at arrival, and a way to keep the address at the page that is being looked at. */
function usePlace(): [number, (page: number) => void] {
  const [search, setSearch] = useSearchParams();
  const [start] = useState(() => pageIn(search));
  const keep = (page: number) => {
    if (page === pageIn(search)) return;
    setSearch(page === 1 ? {} : { page: String(page) }, { replace: true, preventScrollReset: true });
  };
  return [start, keep];
}

export function pageIn(search: URLSearchParams): number {
  const page = Number(search.get("page") ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** Calls when the element crosses the middle of the screen. */
function useMiddleOfScreen(onMiddle: () => void): WatchedRef {
  const latest = useRef(onMiddle);
  useEffect(() => {
    latest.current = onMiddle;
  });
  return (element: HTMLElement | null) => {
    if (!element) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      {
        rootMargin: "-50% 0px -50% 0px",
      },
    );
    watch.observe(element);
    return () => watch.disconnect();
  };
}
