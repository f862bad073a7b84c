// The badge of the installed app's icon, where supported.

/** 0 removes it. Failures are ignored. */
export function setAppBadge(count: number): void {
  navigator.setAppBadge?.(count).catch(() => undefined);
}
