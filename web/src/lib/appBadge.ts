// The number on the icon of the installed app, where the system shows one.

/** 0 takes it away. A system that refuses is no reason to say anything. */
export function setAppBadge(count: number): void {
  navigator.setAppBadge?.(count).catch(() => undefined);
}
