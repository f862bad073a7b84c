// Moves the focus to the page's heading: after a navigation, or after the focused element was removed.

export function focusHeading(options?: FocusOptions): void {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus(options);
}
