// A focused control that was disabled while busy gets the focus back, in a disabled fieldset too; where it disappears with
// what it did, the page's heading takes the focus; unless something else has it by then.

import { focusHeading } from "./focusHeading";

/** Time for what replaces the control to take the focus. */
const GRACE_MS = 100;

let focused: HTMLElement | null = null;

addEventListener("focusin", () => {
  focused = document.activeElement as HTMLElement;
});

// A control also loses the focus when it is disabled while busy, and in some browsers before it is removed.
addEventListener("focusout", ({ target }) =>
  queueMicrotask(() => {
    if (target === focused && focused?.isConnected && !focused.matches(":disabled")) focused = null;
  }),
);

new MutationObserver(() => {
  if (!focused || document.activeElement !== document.body) return;
  if (focused.isConnected) return focused.focus({ preventScroll: true });
  focused = null;
  setTimeout(() => document.activeElement === document.body && focusHeading({ preventScroll: true }), GRACE_MS);
}).observe(document.body, { attributeFilter: ["disabled"], childList: true, subtree: true });
