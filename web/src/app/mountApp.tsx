// Renders the app, or hydrates the server-rendered page, and initializes the session.
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
  import("@/ui/keepFocus").catch(console.error);
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App locale={locale} />
      </BrowserRouter>
    </StrictMode>
  );
  const render = () => createRoot(root).render(app);
  if (!isServerRendered()) return render();
  try {
    // Hydrate only once the page's chunk has loaded: a session change before that would re-render it and lose recorded
    // clicks.
    await loadPageAt(location.pathname, locale.language);
  } catch {
    // Rendering from scratch retries the import or shows the error screen.
    return render();
  }
  // The user has already navigated, so the server-rendered markup is for another page.
  if (location.pathname !== initialPath) return render();
  // In a transition, React hydrates in slices of a few milliseconds and stays responsive to input.
  startTransition(() => void hydrateRoot(root, app));
}

async function loadPageAt(pathname: string, language: Language): Promise<void> {
  const page = pages.find(({ path }) => matchesPath(path, pathname));
  const session = sessionStore.read();
  if (!page || redirectFor(pathname, session, pages)) return;
  // If a chunk is missing during hydration, React shows the page 0.3 s later.
  await Promise.all([
    page.Page.load(),
    page.isOwn && SignedInLayout.load(),
    isSignedIn(session) && SignedInLinks.load(),
  ]);
  // The texts of forms are a separate chunk.
  if (page.guard) await (await import("@/messages/account")).loadAccountMessages(language);
}
