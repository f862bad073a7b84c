// Keeps the head to the page that is shown; the first page's came from the server, in its language.
import { useEffect } from "react";
import { useLanguage } from "@/messages";
import { useLocation } from "@/ui/router";
import { initialPath } from "./initialPath";
import type { PageDescriptor } from "./pages";

/** Whose head it is: that of the page which was loaded, even if somebody has walked on before it was alive. */
let shown = initialPath && `${document.documentElement.lang} ${initialPath}`;

export function useHead(page: PageDescriptor): void {
  const { pathname } = useLocation();
  const { language } = useLanguage();
  useEffect(() => {
    const next = `${language} ${pathname}`;
    if (next === shown) return;
    shown = next;
    import("./updateHead").then(({ updateHead }) => updateHead(page, pathname, language), console.error);
  }, [page, pathname, language]);
}
