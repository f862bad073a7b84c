// The title of the current page, for the window title and the heading.
import { createContext, use, useEffect } from "react";
import { useShop } from "@/lib/shop";

export const PageTitleContext = createContext("");

/** From the page's descriptor, in the visitor's language. */
export function usePageTitle(): string {
  return use(PageTitleContext);
}

export function useDocumentTitle(title: string | undefined): void {
  const { name } = useShop();
  useEffect(() => {
    if (title) document.title = `${title} · ${name}`;
  }, [title, name]);
}
