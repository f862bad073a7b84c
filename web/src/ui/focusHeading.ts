// Where the focus goes when what had it is gone from the page: to the page's heading.

export function focusHeading(): void {
  document.querySelector<HTMLElement>("h1")?.focus();
}
