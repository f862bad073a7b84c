// Moves the focus to the heading of the open dialog or the page: after a navigation, or after the focused element was removed.

export function focusHeading(options?: FocusOptions): void {
  // Everything outside the dialog that was opened last is inert.
  const page = [...document.querySelectorAll<HTMLElement>("main, dialog[open]")].at(-1);
  const heading = page?.querySelector<HTMLElement>("h1, h2") ?? page;
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus(options);
}
