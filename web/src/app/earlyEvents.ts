// Clicks on buttons and choices in a server-rendered page before its scripts run: index.html records them, and they are
// replayed here.

declare global {
  /** Set by the script in index.html; returns what was done and stops recording. */
  var tapisEarlyActions: (() => { control: HTMLElement; type: "click" | "change" }[]) | undefined;
}

/** Call after hydration; the turn of the event loop lets the session in storage be read first. */
export function replayEarlyEvents(): void {
  setTimeout(() => {
    const actions = globalThis.tapisEarlyActions?.() ?? [];
    globalThis.tapisEarlyActions = undefined;
    for (const { control, type } of actions) {
      if (!control.isConnected) continue;
      if (type === "click") control.click();
      else control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
}
