// The viewer, loaded when it is first opened. It stays then, since a dialog gives the focus back as it closes.

import { lazy, Suspense, useState } from "react";
import type { ViewerProps } from "./Viewer";

const Viewer = lazy(async () => ({ default: (await import("./Viewer")).Viewer }));

export function LazyViewer(viewer: ViewerProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (viewer.index !== null && !wasOpened) setWasOpened(true);
  return (
    wasOpened && (
      <Suspense>
        <Viewer {...viewer} />
      </Suspense>
    )
  );
}
