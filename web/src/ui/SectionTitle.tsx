// The heading of a section, with an optional link to more.

import type { ReactNode } from "react";

export function SectionTitle({ children, more }: { children: ReactNode; more?: ReactNode }) {
  return (
    <header className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 border-line border-b pb-4 sm:mb-12">
      <h2 className="text-title">{children}</h2>
      {more}
    </header>
  );
}
