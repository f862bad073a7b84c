// The look of a navigation link; the current page's is underlined.
import { classNames } from "@/ui/classNames";

export function navLinkClassName({ isActive }: { isActive: boolean }): string {
  return classNames(
    "inline-flex min-h-11 items-center font-semibold decoration-2 decoration-ornament underline-offset-8 transition-colors hover:text-accent-text",
    isActive && "text-accent-text underline",
  );
}
