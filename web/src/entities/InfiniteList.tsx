// An infinite list: pages load as they approach the viewport, and `?page=` in the URL tracks the position.

import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { KeysetCursor, PageStart } from "@/data/keysetPages";
import { usePublicRead } from "@/data/publicRead";
import type { PublicQuery } from "@/data/publicRows";
import { useMessages } from "@/messages";
import { Button } from "@/ui/Button";
import { LoadMoreSentinel } from "@/ui/LoadMoreSentinel";
import { useLocation, useSearchParams } from "@/ui/router";

const PAGE_SIZE = 48;
const MIDDLE = "-50% 0px -50% 0px";
// About five pages of cards above and below the viewport stay mounted, which bounds the DOM of a list of any length.
const UNLOAD_MARGIN = "40000px 0px";

interface InfiniteListProps<Row> {
  query: (limit: number, start: PageStart) => PublicQuery<Row[]>;
  card: (row: Row, first: boolean) => ReactNode;
  skeletons: ReactNode;
  grid: string;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
}

export function InfiniteList<Row extends KeysetCursor>(list: InfiniteListProps<Row>) {
  const m = useMessages();
  const [start, savePage] = usePageInAddress();
  const { pages, first, last, hasMore, showPages, onSettled, startOf } = usePages(start);
  return (
    <div className="flex flex-col gap-12 lg:gap-16">
      {first > 1 && (
        <Button look="outline" onClick={() => showPages(first - 1, last)} className="self-center">
          {m.common.earlier}
        </Button>
      )}
      {pages.map((page) => (
        <Page
          key={page}
          page={page}
          at={startOf(page)}
          onSettled={onSettled}
          onViewed={savePage}
          leads={page === start}
          {...list}
        />
      ))}
      {hasMore && <LoadMoreSentinel key={last} onNear={() => showPages(first, last + 1)} />}
    </div>
  );
}

interface ShownPages {
  first: number;
  last: number;
  /** By page number: the last row, unless the list ends there. */
  lastRows: ReadonlyMap<number, KeysetCursor | undefined>;
}

/** Lists as they were left, by address: who goes back finds the card where it was. */
const leftLists = new Map<string, ShownPages>();

/** The range of pages shown. A full page means there is another, which starts after its last row (keyset pagination). */
function usePages(start: number) {
  const { pathname, search, arrival } = useLocation();
  const address = pathname + search;
  const [shown, setShown] = useState<ShownPages>(
    () => (arrival === "return" && leftLists.get(address)) || { first: start, last: start, lastRows: new Map() },
  );
  useEffect(() => {
    leftLists.set(address, shown);
  }, [address, shown]);
  const onSettled = useCallback(
    (page: number, rows: readonly KeysetCursor[]) => {
      const end = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
      setShown((before) => {
        const isKnown = before.lastRows.get(page)?.uuid === end?.uuid;
        return isKnown ? before : { ...before, lastRows: new Map(before.lastRows).set(page, end) };
      });
      // A page number beyond the end of the list falls back to the first page.
      if (rows.length === 0 && page === start) setShown((before) => ({ ...before, first: 1, last: 1 }));
    },
    [start],
  );
  const showPages = (first: number, last: number) => setShown((before) => ({ ...before, first, last }));
  const { first, last, lastRows } = shown;
  const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const startOf = (page: number): PageStart => lastRows.get(page - 1) ?? (page - 1) * PAGE_SIZE;
  return {
    pages,
    first,
    last,
    hasMore: lastRows.get(last) !== undefined,
    showPages,
    onSettled,
    startOf,
  };
}

interface PageProps<Row> extends InfiniteListProps<Row> {
  page: number;
  at: PageStart;
  leads: boolean;
  onSettled: (page: number, rows: readonly KeysetCursor[]) => void;
  onViewed: (page: number) => void;
}

// Memoized: adding a page renders only that page.
const Page = memo(PageContent) as typeof PageContent;

function PageContent<Row extends KeysetCursor>({ page, at, onViewed, ...rest }: PageProps<Row>) {
  // Fixed on mount: a refetch of the page before may end at another row and must not shift this one.
  const [start] = useState(at);
  const [{ isFar, height }, setDistance] = useState<{ isFar: boolean; height?: number }>({ isFar: false });
  const [ref] = useState(() => (element: HTMLElement | null) => {
    if (!element) return;
    const observers = [
      observe(element, MIDDLE, (entries) => entries.some((entry) => entry.isIntersecting) && onViewed(page)),
      // Unmounts the cards far from the viewport; a placeholder of the same height remains.
      observe(element, UNLOAD_MARGIN, (entries) => {
        const latest = entries.at(-1);
        if (!latest || element.contains(document.activeElement)) return;
        const isFar = !latest.isIntersecting;
        setDistance((before) =>
          before.isFar === isFar ? before : { isFar, height: latest.boundingClientRect.height },
        );
      }),
    ];
    return () => {
      for (const observer of observers) observer.disconnect();
    };
  });
  return (
    <div ref={ref} style={isFar ? { height } : undefined}>
      {!isFar && <Cards page={page} start={start} height={height} {...rest} />}
    </div>
  );
}

type CardsProps<Row> = Omit<PageProps<Row>, "at" | "onViewed"> & { start: PageStart; height: number | undefined };

function Cards<Row extends KeysetCursor>({ page, start, height, leads, onSettled, ...list }: CardsProps<Row>) {
  const { data, state } = usePublicRead(list.query(PAGE_SIZE, start));
  useEffect(() => {
    if (data) onSettled(page, data);
  }, [onSettled, page, data]);
  if (data?.length === 0) return page === 1 && list.empty;
  if (state === "failed" && !data) return null;
  return (
    <ul className={list.grid} style={data ? undefined : { minHeight: height }} aria-busy={state === "loading"}>
      {data ? data.map((row, index) => <li key={row.uuid}>{list.card(row, leads && index === 0)}</li>) : list.skeletons}
    </ul>
  );
}

/** The page number in the initial URL, and a stable callback that writes the current page to the URL. */
function usePageInAddress(): [number, (page: number) => void] {
  const [search, setSearch] = useSearchParams();
  const [start] = useState(() => pageFrom(search));
  const latestSave = useRef<(page: number) => void>(undefined);
  useEffect(() => {
    latestSave.current = (page) => {
      if (page === pageFrom(search)) return;
      const params = new URLSearchParams(search);
      params.delete("page");
      if (page > 1) params.set("page", String(page));
      setSearch(params, { replace: true });
    };
  });
  const [savePage] = useState(() => (page: number) => latestSave.current?.(page));
  return [start, savePage];
}

function pageFrom(search: URLSearchParams): number {
  const page = Number(search.get("page") ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

function observe(
  element: HTMLElement,
  rootMargin: string,
  onChange: IntersectionObserverCallback,
): IntersectionObserver {
  const observer = new IntersectionObserver(onChange, { rootMargin });
  observer.observe(element);
  return observer;
}
