// How a link of the navigation looks; the current page's carries the line.
import { names } from "@/ui/names";

export function navLook({ isActive }: { isActive: boolean }): string {
  return names(
    "inline-flex min-h-11 items-center border-b-2 font-semibold transition-colors hover:text-accent-text",
    isActive ? "border-ornament text-accent-text" : "border-transparent",
  );
}
