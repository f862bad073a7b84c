// The whole shop inside a router: the error screen, the frame, and the page that the address and the session lead to.
import { lazy, memo, type ReactNode, Suspense } from "react";
import { useSession } from "@/data/session";
import { useHydrated } from "@/lib/hydrated";
import { leadsTo } from "@/lib/paths";
import { MessagesProvider, type Speech, useLanguage } from "@/messages";
import { PageTitleContext, useDocumentTitle } from "@/ui/documentTitle";
import { Redirect, useLocation } from "@/ui/router";
import { ToastProvider } from "@/ui/Toast";
import { ErrorScreen } from "./ErrorScreen";
import { redirectFor } from "./guards";
import { Frame } from "./layout/Frame";
import { type PageDescriptor, pages } from "./pages";
import { usePageChange } from "./usePageChange";

const SignedInLayout = lazy(() => import("./SignedInLayout"));

export function App({ speech }: { speech: Speech }) {
  return (
    <MessagesProvider first={speech}>
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
      <Suspense fallback={empty}>
        <GuardedPage pathname={pathname} />
      </Suspense>
    </Frame>
  );
}

const empty = <div className="min-h-dvh" />;

/** Decides anew on every change of address or session. */
const GuardedPage = memo(function GuardedPage({ pathname }: { pathname: string }) {
  const page = pages.find(({ path }) => leadsTo(path, pathname));
  const redirect = redirectFor(pathname, useSession(), pages);
  return page && !redirect ? <ShownPage page={page} /> : <RedirectOnceHydrated to={redirect ?? "/"} />;
});

/** Who is signed in, the server doesn't know: it renders what is around the page. */
function RedirectOnceHydrated({ to }: { to: string }) {
  return useHydrated() ? <Redirect to={to} /> : empty;
}

/** Not rendered anew with the session: a part that isn't hydrated yet would be, all at once. */
const ShownPage = memo(function ShownPage({ page: { title, Page, isOwn } }: { page: PageDescriptor }) {
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
