// Shares the current page.

import { share } from "@/lib/share";
import { getShop } from "@/lib/shop";
import { useMessages } from "@/messages";
import { useToast } from "@/ui/Toast";

export const getPageUrl = () => location.origin + location.pathname;

export function useSharePage(heading: string): () => Promise<boolean> {
  const words = useMessages().catalogue;
  const toast = useToast();
  return () => share({ title: `${heading} · ${getShop().name}`, url: getPageUrl() }, () => toast(words.shared));
}
