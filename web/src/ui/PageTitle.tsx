// The heading of a page, under the ornament.

import type { ReactNode } from "react";
import { HeadingOrnament } from "./PucukRebung";

export function PageTitle({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  return (
    <header className="pt-10 pb-8 sm:pt-16 sm:pb-12">
      <HeadingOrnament className="mb-4" />
      <h1 className="text-title">{children}</h1>
      {lead && <p className="mt-4 max-w-prose text-lg text-muted">{lead}</p>}
    </header>
  );
}
