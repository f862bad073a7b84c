// The whole shop inside a router: the error screen, the frame, and the page that the address and the session lead to.
import { memo, type ReactNode, Suspense } from "react";
import { isSignedIn, useSession } from "@/data/session";
import { useHydrated } from "@/lib/hydrated";
import { lazyPage } from "@/lib/lazyWithPreload";
import { matchesPath } from "@/lib/paths";
import { fieldsOf } from "@/lib/typeGuards";
import { type Locale, MessagesProvider, useLanguage } from "@/messages";
import { PageTitleContext, useDocumentTitle } from "@/ui/documentTitle";
import { Redirect, useLocation } from "@/ui/router";
import { ToastProvider } from "@/ui/Toast";
import { ErrorScreen } from "./ErrorScreen";
import { type RedirectTarget, redirectFor, returnFor } from "./guards";
import { Frame } from "./layout/Frame";
import { type PageDescriptor, pages } from "./pages";
import { SessionExpiredNotice } from "./SessionExpiredNotice";
import { useHead } from "./useHead";
import { usePageChange } from "./usePageChange";

export const SignedInLayout = lazyPage(() => import("./SignedInLayout"));
const NotFound = lazyPage(() => import("./NotFound"));

export function App({ locale }: { locale: Locale }) {
  return (
    <MessagesProvider first={locale}>
      <ErrorScreen>
        <ToastProvider>
          <GuardedFrame />
        </ToastProvider>
      </ErrorScreen>
    </MessagesProvider>
  );
}

function GuardedFrame() {
  const { pathname } = useLocation();
  return (
    <Frame>
      <SessionExpiredNotice />
      <Suspense fallback={empty}>
        <GuardedPage pathname={pathname} />
      </Suspense>
    </Frame>
  );
}

const empty = <div className="min-h-dvh" />;

/** Decides again on every change of address or session. */
const GuardedPage = memo(function GuardedPage({ pathname }: { pathname: string }) {
  const page = pages.find(({ path }) => matchesPath(path, pathname));
  const redirect = redirectFor(pathname, useSession(), pages);
  if (redirect) return <RedirectOnceHydrated to={redirect} />;
  return page ? <ShownPage page={page} /> : <NotFound />;
});

/**
 * Who is signed in, the server doesn't know: it renders what is around the page. The next page is told where the person
 * was, and the page to sign in leads back there.
 */
function RedirectOnceHydrated({ to }: { to: RedirectTarget }) {
  const session = useSession();
  const { pathname, search, state } = useLocation();
  if (!useHydrated()) return empty;
  const next = returnFor(to, fieldsOf(state).from, session, pages);
  return <Redirect to={next} state={isSignedIn(session) ? undefined : { from: pathname + search }} />;
}

/** Not rendered again with the session: a part that isn't hydrated yet would be, all at once. */
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
  const words = title?.[useLanguage().language];
  useDocumentTitle(words);
  usePageChange();
  return <PageTitleContext value={words ?? ""}>{children}</PageTitleContext>;
}
