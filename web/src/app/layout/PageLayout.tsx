// The frame of every page: skip link, header, main content, footer.
import type { ReactNode } from "react";
import { useMessages } from "@/messages";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { OfflineNotice } from "./OfflineNotice";

export function PageLayout({ children }: { children: ReactNode }) {
  const m = useMessages();
  return (
    <div className="flex min-h-svh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-paper focus:px-4 focus:py-3"
      >
        {m.nav.skip}
      </a>
      <OfflineNotice />
      <Header />
      <main id="content" className="flex-1 pb-20 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
