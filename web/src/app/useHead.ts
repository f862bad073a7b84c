// Keeps the <head> in step with the current page; the server rendered the first one.
import { useEffect } from "react";
import { useLanguage } from "@/messages";
import { useLocation } from "@/ui/router";
import { initialPath } from "./initialPath";
import type { PageDescriptor } from "./pages";

/**
 * The page and language that the <head> describes: initially those of the loaded document, even if the user navigated
 * before hydration.
 */
let described = initialPath && `${document.documentElement.lang} ${initialPath}`;

export function useHead(page: PageDescriptor): void {
  const { pathname } = useLocation();
  const { language } = useLanguage();
  useEffect(() => {
    const current = `${language} ${pathname}`;
    if (current === described) return;
    described = current;
    import("./updateHead").then(({ updateHead }) => updateHead(page, pathname, language), console.error);
  }, [page, pathname, language]);
}
