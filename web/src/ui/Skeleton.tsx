// The empty shape of what is loading, as large as the thing itself so that nothing moves when it comes.

import { names } from "./names";

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={names("block animate-breathe bg-tint", className)} />;
}
