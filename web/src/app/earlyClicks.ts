// Clicks on buttons of a server-rendered page before its scripts run: index.html records them, and they are replayed here.

declare global {
  /** Set by the script in index.html; returns the clicked buttons and stops recording. */
  var tapisEarlyClicks: (() => HTMLElement[]) | undefined;
}

/** Call after hydration; the turn of the event loop lets the session in storage be read first. */
export function replayEarlyClicks(): void {
  setTimeout(() => {
    const clicked = globalThis.tapisEarlyClicks?.() ?? [];
    globalThis.tapisEarlyClicks = undefined;
    for (const button of clicked) if (button.isConnected) button.click();
  });
}
