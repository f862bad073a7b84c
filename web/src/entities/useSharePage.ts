// Shares the current page.

import { getShop } from "@/lib/shop";
import { useMessages } from "@/messages";
import { useToast } from "@/ui/Toast";

export const getPageUrl = () => location.origin + location.pathname;

/** Web Share API, or the link in the clipboard without it. */
export function useSharePage(heading: string): () => Promise<void> {
  const words = useMessages().catalogue;
  const toast = useToast();
  return async () => {
    const link = { title: `${heading} · ${getShop().name}`, url: getPageUrl() };
    try {
      if (navigator.share) return await navigator.share(link);
      await navigator.clipboard.writeText(link.url);
      toast(words.shared);
    } catch (failure) {
      // AbortError: the user closed the share sheet.
      if ((failure as Error).name !== "AbortError") console.error(failure);
    }
  };
}
