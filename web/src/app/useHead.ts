// Keeps the head to the page that is shown; the first page's came from the server, in its language.
import { useEffect, useRef } from "react";
import { useLanguage } from "@/messages";
import { useLocation } from "@/ui/router";
import type { PageDescriptor } from "./pages";

let isFirst = true;

export function useHead(page: PageDescriptor): void {
  const { pathname } = useLocation();
  const { language } = useLanguage();
  const first = useRef(isFirst);
  useEffect(() => {
    if (first.current) first.current = isFirst = false;
    else import("./followHead").then(({ followHead }) => followHead(page, pathname, language), console.error);
  }, [page, pathname, language]);
}
