// The layout of every admin screen: sidebar, title, messages; the screen is chosen by path.

import { type ComponentType, type ReactNode, useEffect } from "react";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { normalisePath } from "@/lib/paths";
import { type AdminMessages, AdminMessagesProvider, useAdminMessages } from "@/messages/admin";
import { useDocumentTitle } from "@/ui/documentTitle";
import { Redirect, useLocation } from "@/ui/router";
import { Dashboard } from "./dashboard/Dashboard";
import { HelpLink } from "./HelpLink";
import { RecentSignInProvider } from "./kit/RecentSignInProvider";
import { adminScreens } from "./registry";
import { Sidebar } from "./Sidebar";
import {
  type AdminScreen,
  CASTING_PATH,
  CLOSING_PATH,
  DASHBOARD_PATH,
  NOTIFICATIONS_PATH,
  ORDERS_PATH,
  PASSWORD_PATH,
  REVIEW_PATH,
  SECOND_FACTOR_PATH,
  STATEMENT_PATH,
} from "./screen";

interface WideScreenDescriptor {
  title: (a: AdminMessages) => string;
  Page: ComponentType;
}

const ReviewPage = lazyComponent(() => import("./review/ReviewPage"));

/** Screens that are not about a single table. */
const wideScreens: Record<string, WideScreenDescriptor> = {
  [DASHBOARD_PATH]: { title: (a) => a.dashboard.title, Page: Dashboard },
  [REVIEW_PATH]: { title: (a) => a.review.title, Page: ReviewPage },
  [STATEMENT_PATH]: {
    title: (a) => a.review.statement,
    Page: lazyComponent(() => import("./statement/StatementPage")),
  },
  [CLOSING_PATH]: { title: (a) => a.review.closing, Page: lazyComponent(() => import("./closing/ClosingPage")) },
  [CASTING_PATH]: { title: (a) => a.casting.title, Page: lazyComponent(() => import("./casting/CastingPage")) },
  [NOTIFICATIONS_PATH]: {
    title: (a) => a.sidebar.notifications,
    Page: lazyComponent(() => import("./NotificationsPage")),
  },
  [PASSWORD_PATH]: {
    title: (a) => a.sidebar.password,
    Page: lazyComponent(() => import("@/entities/ChangePasswordForm")),
  },
  [SECOND_FACTOR_PATH]: {
    title: (a) => a.sidebar.secondFactor,
    Page: lazyComponent(() => import("./SecondFactorPage")),
  },
};

const OrderPage = lazyComponent(() => import("./orders/OrderPage"));
const orderPathPattern = new RegExp(`^${ORDERS_PATH}/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`);

export default function AdminArea() {
  const path = normalisePath(useLocation().pathname);
  // Preloaded, because it is opened often and React would show a suspended page 0.3 s later.
  useEffect(() => void ReviewPage.load(), []);
  const screen = adminScreens.find((candidate) => candidate.path === path);
  const wide = wideScreens[path];
  const order = orderPathPattern.exec(path)?.[1];
  if (!screen && !wide && !order) return <Redirect to="/" />;
  return (
    <AdminMessagesProvider>
      <RecentSignInProvider>
        <div className="mx-auto flex w-full flex-col gap-x-12 gap-y-6 px-4 pt-4 sm:px-8 lg:flex-row lg:items-start lg:pt-12 print:block print:p-0">
          <Sidebar />
          {screen && <TableScreen key={screen.path} screen={screen} />}
          {wide && <WideScreen key={path} {...wide} />}
          {order && <OrderPage key={order} uuid={order} />}
        </div>
      </RecentSignInProvider>
    </AdminMessagesProvider>
  );
}

/** Limited to the width of its table. */
function TableScreen({ screen: { table, Page } }: { screen: AdminScreen }) {
  const a = useAdminMessages();
  return (
    <TitledScreen title={a.title(a.tables[table])} className="lg:w-fit lg:min-w-[min(44rem,100%)]">
      <Page />
    </TitledScreen>
  );
}

/** As wide as the window. */
function WideScreen({ title, Page }: WideScreenDescriptor) {
  return (
    <TitledScreen title={title(useAdminMessages())} className="grow">
      <Page />
    </TitledScreen>
  );
}

function TitledScreen({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <div className={`w-full min-w-0 ${className}`}>
      <div className="flex items-start justify-between gap-4 pb-4 lg:pb-6 print:hidden">
        <h1 tabIndex={-1} className="text-heading outline-none">
          {title}
        </h1>
        <HelpLink />
      </div>
      {children}
    </div>
  );
}
