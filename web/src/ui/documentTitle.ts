// The title of the browser's window while a page is shown.
import { useEffect } from "react";
import { brand } from "@/lib/config";

export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · ${brand.name}`;
  }, [title]);
}
