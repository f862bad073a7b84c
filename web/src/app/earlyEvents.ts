// Replays clicks and changes on server-rendered controls that happened before the scripts ran; index.html records them.

declare global {
  /** Set by the script in index.html; returns the recorded actions and stops recording. */
  var tapisEarlyActions: (() => { control: HTMLElement; type: "click" | "change" }[]) | undefined;
}

/** Call after hydration; the timeout lets the stored session be read first. */
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
