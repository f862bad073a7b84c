// Keeps the head to the page that is shown; the first page's came from the server, in its language.
import { useEffect } from "react";
import { useLanguage } from "@/messages";
import { useLocation } from "@/ui/router";
import type { PageDescriptor } from "./pages";

/** Whose head it is. Not noted when the first page is alive: who walks on before would be taken for it. */
let shown = typeof document === "undefined" ? "" : `${document.documentElement.lang} ${location.pathname}`;

export function useHead(page: PageDescriptor): void {
  const { pathname } = useLocation();
  const { language } = useLanguage();
  useEffect(() => {
    const next = `${language} ${pathname}`;
    if (next === shown) return;
    shown = next;
    import("./followHead").then(({ followHead }) => followHead(page, pathname, language), console.error);
  }, [page, pathname, language]);
}
