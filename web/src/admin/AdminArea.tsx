// Around every screen of the admin area: its menu, its title, its sentences; which screen it is, the address says.

import { useLocation } from "react-router";
import { AdminMessagesProvider, useAdminMessages } from "@/messages/admin";
import { Dashboard } from "./Dashboard";
import { type Screen, screens } from "./registry";
import { Sidebar } from "./Sidebar";

export default function AdminArea() {
  const { pathname } = useLocation();
  const screen = screens.find(({ path }) => path === pathname.toLowerCase().replace(/\/+$/, ""));
  return (
    <AdminMessagesProvider>
      <div className="mx-auto flex w-full flex-col gap-x-12 gap-y-6 px-4 pt-8 sm:px-8 lg:flex-row lg:items-start lg:pt-12">
        <Sidebar />
        {screen ? <TableScreen key={screen.path} screen={screen} /> : <DashboardScreen />}
      </div>
    </AdminMessagesProvider>
  );
}

/** As wide as what its table holds. */
function TableScreen({ screen: { table, Page } }: { screen: Screen }) {
  const a = useAdminMessages();
  return (
    <div className="w-full min-w-0 lg:w-fit lg:min-w-[min(44rem,100%)]">
      <Title>{a.title(a.tables[table])}</Title>
      <Page />
    </div>
  );
}

/** As wide as the window. */
function DashboardScreen() {
  const a = useAdminMessages();
  return (
    <div className="w-full min-w-0 grow">
      <Title>{a.dashboard.title}</Title>
      <Dashboard />
    </div>
  );
}

function Title({ children }: { children: string }) {
  return <h1 className="pb-6 text-heading outline-none">{children}</h1>;
}
