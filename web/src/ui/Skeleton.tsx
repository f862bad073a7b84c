// A placeholder with the size of the content that is loading, so that nothing shifts.

import { classNames } from "./classNames";

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("block animate-breathe bg-tint", className)} />;
}
