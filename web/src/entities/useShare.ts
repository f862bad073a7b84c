// Telling somebody about the page that is open.

import { shop } from "@/lib/shop";
import { useMessages } from "@/messages";
import { useToast } from "@/ui/Toast";

export const pageAddress = () => location.origin + location.pathname;

/** The phone's own way of sharing; the link in the clipboard where there is none. */
export function useShare(heading: string): () => Promise<void> {
  const p = useMessages().catalogue;
  const toast = useToast();
  return async () => {
    const link = { title: `${heading} · ${shop().name}`, url: pageAddress() };
    try {
      if (navigator.share) return await navigator.share(link);
      await navigator.clipboard.writeText(link.url);
      toast(p.shared);
    } catch (failure) {
      // Whoever closes the sheet has changed their mind.
      if ((failure as Error).name !== "AbortError") console.error(failure);
    }
  };
}
