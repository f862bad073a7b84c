// The empty shape of what is loading, as large as the thing itself so that nothing moves when it comes.

import { classNames } from "./classNames";

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("block animate-breathe bg-tint", className)} />;
}
