// Moves the focus to the heading of the open dialog or the page: after a navigation, or after the focused element was removed.

export function focusHeading(options?: FocusOptions): void {
  // Everything outside an open dialog is inert.
  const heading =
    document.querySelector<HTMLElement>("dialog[open] h2") ??
    document.querySelector<HTMLElement>("main h1, main:not(:has(h1))");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus(options);
}
