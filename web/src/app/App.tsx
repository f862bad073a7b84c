// The application inside a router: error boundary, frame, and the page for the path and session.
import { memo, type ReactNode, Suspense } from "react";
import { isSignedIn, useSession } from "@/data/session";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { matchesPath } from "@/lib/paths";
import { toFields } from "@/lib/typeGuards";
import { useIsHydrated } from "@/lib/useIsHydrated";
import { type Locale, MessagesProvider, useLanguage } from "@/messages";
import { PageTitleContext, useDocumentTitle } from "@/ui/documentTitle";
import { Redirect, useLocation } from "@/ui/router";
import { ToastProvider } from "@/ui/Toast";
import { ErrorBoundary } from "./ErrorBoundary";
import { type RedirectTarget, redirectAfterSignIn, redirectFor } from "./guards";
import { PageLayout } from "./layout/PageLayout";
import { type PageDescriptor, pages } from "./pages";
import { SessionExpiredNotice } from "./SessionExpiredNotice";
import { useFocusOnNavigation } from "./useFocusOnNavigation";
import { useHead } from "./useHead";

export const SignedInLayout = lazyComponent(() => import("./SignedInLayout"));
const NotFound = lazyComponent(() => import("./NotFound"));

export function App({ locale }: { locale: Locale }) {
  return (
    <MessagesProvider first={locale}>
      <ErrorBoundary>
        <ToastProvider>
          <GuardedFrame />
        </ToastProvider>
      </ErrorBoundary>
    </MessagesProvider>
  );
}

function GuardedFrame() {
  const { pathname } = useLocation();
  return (
    <PageLayout>
      <SessionExpiredNotice />
      <Suspense fallback={empty}>
        <GuardedPage pathname={pathname} />
      </Suspense>
    </PageLayout>
  );
}

const empty = <div className="min-h-dvh" />;

/** Re-evaluated on every change of path or session. */
const GuardedPage = memo(function GuardedPage({ pathname }: { pathname: string }) {
  const page = pages.find(({ path }) => matchesPath(path, pathname));
  const redirect = redirectFor(pathname, useSession(), pages);
  if (redirect) return <RedirectOnceHydrated to={redirect} />;
  return page ? <ShownPage page={page} /> : <NotFound />;
});

/**
 * Redirects wait for hydration, because the server renders without a session. The sign-in page gets the current path
 * and returns to it.
 */
function RedirectOnceHydrated({ to }: { to: RedirectTarget }) {
  const session = useSession();
  const { pathname, search, state } = useLocation();
  if (!useIsHydrated()) return empty;
  const target = redirectAfterSignIn(to, toFields(state).from, session, pages);
  return <Redirect to={target} state={isSignedIn(session) ? undefined : { from: pathname + search }} />;
}

/**
 * Memoized so that a change of session does not render it again: a boundary that is not hydrated yet would then hydrate
 * all at once.
 */
const ShownPage = memo(function ShownPage({ page: descriptor }: { page: PageDescriptor }) {
  const { title, Page, isOwn } = descriptor;
  useHead(descriptor);
  const page = (
    <RoutedPage {...(title && { title })}>
      <Page />
    </RoutedPage>
  );
  return isOwn ? <SignedInLayout>{page}</SignedInLayout> : page;
});

function RoutedPage({ title, children }: Pick<PageDescriptor, "title"> & { children: ReactNode }) {
  const text = title?.[useLanguage().language];
  useDocumentTitle(text);
  useFocusOnNavigation();
  return <PageTitleContext value={text ?? ""}>{children}</PageTitleContext>;
}
