// Renders the shop into the page, or hydrates what the server rendered, and keeps the session of whoever is signed in.
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { isSignedIn, sessionStore } from "@/data/session";
import { ensureShopLoaded } from "@/data/shop";
import type { Language } from "@/lib/language";
import { matchesPath } from "@/lib/paths";
import type { Locale } from "@/messages";
import { BrowserRouter } from "@/ui/router";
import { App, SignedInLayout } from "./App";
import { redirectFor } from "./guards";
import { initialPath } from "./initialPath";
import { takeInitialRows } from "./initialRows";
import { initSession } from "./initSession";
import { SignedInLinks } from "./layout/AccountLinks";
import { pages } from "./pages";
import { isServerRendered } from "./serverRendered";

export async function mountApp(locale: Locale): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  initSession();
  takeInitialRows();
  ensureShopLoaded();
  const shop = (
    <StrictMode>
      <BrowserRouter>
        <App locale={locale} />
      </BrowserRouter>
    </StrictMode>
  );
  const render = () => createRoot(root).render(shop);
  if (!isServerRendered()) return render();
  try {
    // What the session changes while a page is still being loaded would make it again, and lose the clicks on it.
    await loadPageAt(location.pathname, locale.language);
  } catch {
    // Rendered again, the page is asked for once more, or the error screen is shown.
    return render();
  }
  // Elsewhere by now, nothing is as the server rendered it.
  if (location.pathname !== initialPath) return render();
  // In slices of a few milliseconds, between which taps are heard.
  startTransition(() => void hydrateRoot(root, shop));
}

async function loadPageAt(pathname: string, language: Language): Promise<void> {
  const page = pages.find(({ path }) => matchesPath(path, pathname));
  const session = sessionStore.read();
  if (!page || redirectFor(pathname, session, pages)) return;
  // Whatever is missing when it is rendered, React shows 0.3 s late.
  await Promise.all([
    page.Page.load(),
    page.isOwn && SignedInLayout.load(),
    isSignedIn(session) && SignedInLinks.load(),
  ]);
  // The words of forms are a file of their own.
  if (page.guard) await (await import("@/messages/account")).loadOwnMessages(language);
}
