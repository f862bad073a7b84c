// A link to the handbook page about the current screen, in the reader's language.

import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { useLocation } from "@/ui/router";
import { handbookPage } from "./handbookPages";

export function useHandbookPage(): string {
  const { language } = useLanguage();
  return `/handbook/${language}/${handbookPage(useLocation().pathname)}.html`;
}

export function Help() {
  const { sidebar } = useAdminMessages();
  return (
    <a
      href={useHandbookPage()}
      target="_blank"
      rel="noopener"
      aria-label={sidebar.help}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full border border-line font-semibold hover:bg-tint print:hidden"
    >
      ?
    </a>
  );
}
