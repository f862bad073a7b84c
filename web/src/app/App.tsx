// The whole shop inside a router: the error screen, the frame, and the page that the address and the session lead to.
import { lazy, type ReactNode, Suspense } from "react";
import { Navigate, Outlet, Route, Routes, useLocation } from "react-router";
import { useSession } from "@/data/session";
import { MessagesProvider, type Speech, useLanguage } from "@/messages";
import { PageTitleContext, useDocumentTitle } from "@/ui/documentTitle";
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
          <Routes>
            <Route element={<GuardedFrame />}>
              {pages.filter(({ isOwn }) => !isOwn).map(pageRoute)}
              <Route element={<SignedInLayout />}>{pages.filter(({ isOwn }) => isOwn).map(pageRoute)}</Route>
              <Route path="*" element={<Navigate to="/" replace />} />
            </Route>
          </Routes>
        </ToastProvider>
      </ErrorScreen>
    </MessagesProvider>
  );
}

/** Decides anew on every change of address or session. */
function GuardedFrame() {
  const session = useSession();
  const { pathname } = useLocation();
  const redirect = redirectFor(pathname, session, pages);
  return (
    <Frame>
      <Suspense fallback={<div className="min-h-dvh" />}>
        {redirect ? <Navigate to={redirect} replace /> : <Outlet />}
      </Suspense>
    </Frame>
  );
}

function pageRoute({ path, title, Page }: PageDescriptor) {
  return (
    <Route
      key={path}
      path={path}
      element={
        <RoutedPage {...(title && { title })}>
          <Page />
        </RoutedPage>
      }
    />
  );
}

function RoutedPage({ title, children }: Pick<PageDescriptor, "title"> & { children: ReactNode }) {
  const words = title?.[useLanguage().language];
  useDocumentTitle(words);
  usePageChange();
  return <PageTitleContext value={words ?? ""}>{children}</PageTitleContext>;
}
