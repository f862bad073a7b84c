// Where the focused control disappears with what it did, the page's heading takes the focus, unless something else does.

import { focusHeading } from "./focusHeading";

/** Time for what replaces the control to take the focus. */
const GRACE_MS = 100;

let focused: Element | null = null;

addEventListener("focusin", () => {
  focused = document.activeElement;
});

// A control also loses the focus when it is disabled while busy, and in some browsers before it is removed.
addEventListener("focusout", ({ target }) =>
  queueMicrotask(() => {
    if (target === focused && focused?.isConnected && !focused.matches(":disabled")) focused = null;
  }),
);

new MutationObserver(() => {
  if (!focused || focused.isConnected) return;
  focused = null;
  setTimeout(() => document.activeElement === document.body && focusHeading({ preventScroll: true }), GRACE_MS);
}).observe(document.body, { childList: true, subtree: true });
