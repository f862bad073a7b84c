// Short news at the edge of the screen: read out politely, never taking the focus, gone by itself.

import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { Icon } from "./Icon";

const shownFor = 5_000;

interface News {
  id: number;
  text: string;
}

const ToastContext = createContext<(text: string) => void>(() => undefined);

/** `const toast = useToast(); toast(sentence)` */
export function useToast(): (text: string) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [news, setNews] = useState<News | null>(null);
  const show = useCallback((text: string) => setNews((before) => ({ id: (before?.id ?? 0) + 1, text })), []);
  useEffect(() => {
    if (!news) return;
    const timer = setTimeout(() => setNews(null), shownFor);
    return () => clearTimeout(timer);
  }, [news]);
  return (
    <ToastContext value={show}>
      {children}
      <ToastRegion news={news} />
    </ToastContext>
  );
}

// The region is always in the page: screen readers only announce changes inside one they already know.
function ToastRegion({ news }: { news: News | null }) {
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-5 z-50 flex justify-center">
      {news && (
        <p
          key={news.id}
          className="flex max-w-md animate-rise items-center gap-3 rounded-soft bg-cloth whitespace-pre-line py-3 pr-5 pl-4 text-on-cloth shadow-lg"
        >
          <Icon name="done" className="size-5 shrink-0 text-ornament" />
          {news.text}
        </p>
      )}
    </div>
  );
}
