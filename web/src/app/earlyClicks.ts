// A click on a button before the shop has arrived: index.html keeps it, and it is done once there is somebody to do it.

declare global {
  /** Set by the script in index.html; hands over the clicked buttons and stops keeping. */
  var tapisEarlyClicks: (() => HTMLElement[]) | undefined;
}

/** Call when a drawn page has come alive; the turn of the event loop lets the session in storage be seen first. */
export function doEarlyClicks(): void {
  setTimeout(() => {
    const clicked = globalThis.tapisEarlyClicks?.() ?? [];
    globalThis.tapisEarlyClicks = undefined;
    for (const button of clicked) if (button.isConnected) button.click();
  });
}
