// What the page that is shown is called: in the title of the browser's window, and in its heading.
import { createContext, use, useEffect } from "react";
import { useShop } from "@/lib/shop";

export const PageTitleContext = createContext("");

/** As the page's description says, in the visitor's language. */
export function usePageTitle(): string {
  return use(PageTitleContext);
}

export function useDocumentTitle(title: string | undefined): void {
  const { name } = useShop();
  useEffect(() => {
    if (title) document.title = `${title} · ${name}`;
  }, [title, name]);
}
