// How a link of the navigation looks; the current page's carries the line.
import { classNames } from "@/ui/classNames";

export function navLook({ isActive }: { isActive: boolean }): string {
  return classNames(
    "inline-flex min-h-11 items-center font-semibold decoration-2 decoration-ornament underline-offset-8 transition-colors hover:text-accent-text",
    isActive && "text-accent-text underline",
  );
}
