// Something more about a product, behind a line of its own: loaded when somebody opens it, as few do.

import { type ReactNode, Suspense, useState } from "react";
import { Skeleton } from "@/ui/Skeleton";

export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  return (
    <details className="mt-2" onToggle={(event) => event.currentTarget.open && setWanted(true)}>
      <summary className="w-fit py-2.5 font-semibold text-accent-text">{label}</summary>
      {isWanted && <Suspense fallback={<Skeleton className="h-24 w-full" />}>{children}</Suspense>}
    </details>
  );
}
