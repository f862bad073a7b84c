// Loads the viewer when it is first opened. It stays mounted afterwards, because a dialog restores the focus as it
// closes.

import { Suspense, useState } from "react";
import { lazyComponent } from "@/lib/lazyWithPreload";
import type { PictureViewerProps } from "./Viewer";

const Viewer = lazyComponent(() => import("./Viewer"));

export function LazyPictureViewer(viewer: PictureViewerProps) {
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
