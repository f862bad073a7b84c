// A disclosure that loads its content when first opened, since few visitors open it.

import { type ReactNode, Suspense, useState } from "react";
import { Skeleton } from "@/ui/Skeleton";

export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className="mt-2" onToggle={(event) => event.currentTarget.open && setWasOpened(true)}>
      <summary className="w-fit py-2.5 font-semibold text-accent-text">{label}</summary>
      {wasOpened && <Suspense fallback={<Skeleton className="h-24 w-full" />}>{children}</Suspense>}
    </details>
  );
}
