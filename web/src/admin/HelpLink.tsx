// A link to the handbook page about the current screen, in the reader's language.

import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { useLocation } from "@/ui/router";
import { getHandbookPageName } from "./handbookPages";

export function useHandbookUrl(): string {
  const { language } = useLanguage();
  return `/handbook/${language}/${getHandbookPageName(useLocation().pathname)}.html`;
}

export function HelpLink() {
  const { sidebar } = useAdminMessages();
  return (
    <a
      href={useHandbookUrl()}
      target="_blank"
      rel="noopener"
      aria-label={sidebar.help}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full border border-line font-semibold hover:bg-tint print:hidden"
    >
      ?
    </a>
  );
}
