// Moves the focus to the page's heading: after a navigation, or after the focused element was removed.

export function focusHeading(options?: FocusOptions): void {
  const heading = document.querySelector<HTMLElement>("main h1, main:not(:has(h1))");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus(options);
}
