// The whole shop inside a router: the error screen, the frame, and the page that the address and the session lead to.
import { lazy, type ReactNode, Suspense } from "react";
import { Navigate, Outlet, Route, Routes, useLocation } from "react-router";
import { useSession } from "@/data/session";
import { MessagesProvider, type Speech } from "@/messages";
import { ToastProvider } from "@/ui/Toast";
import { ErrorScreen } from "./ErrorScreen";
import { redirectFor } from "./guards";
import { Frame } from "./layout/Frame";

import { ownRoutes, type PageRoute, publicRoutes } from "./routes";
import { useArrival } from "./useArrival";

const SignedInLayout = lazy(() => import("./SignedInLayout"));

export function App({ speech }: { speech: Speech }) {
  return (
    <MessagesProvider first={speech}>
      <ErrorScreen>
        <ToastProvider>
          <Routes>
            <Route element={<GuardedFrame />}>
              {publicRoutes.map(pageRoute)}
              <Route element={<SignedInLayout />}>{ownRoutes.map(pageRoute)}</Route>
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
  const elsewhere = redirectFor(pathname, session);
  return (
    <Frame>
      <Suspense fallback={<div className="min-h-dvh" />}>
        {elsewhere ? <Navigate to={elsewhere} replace /> : <Outlet />}
      </Suspense>
    </Frame>
  );
}

function pageRoute({ path, title, Page }: PageRoute) {
  return (
    <Route
      key={path}
      path={path}
      element={
        <Arrived title={title}>
          <Page />
        </Arrived>
      }
    />
  );
}

function Arrived({ title, children }: { title: PageRoute["title"]; children: ReactNode }) {
  useArrival(title);
  return children;
}
