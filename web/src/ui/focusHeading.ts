// Moves the focus to the heading of the open dialog or the page: after a navigation, or after the focused element was removed.

export function focusHeading(options?: FocusOptions): void {
  // Everything outside the dialog that was opened last is inert.
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const heading = (dialog ?? document).querySelector<HTMLElement>(dialog ? "h2" : "main h1, main:not(:has(h1))");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus(options);
}
