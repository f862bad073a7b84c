// The control to focus after a refusal: the first invalid one, or the first of an invalid group.

const CONTROLS = "input:not([type=hidden], [hidden]), select, textarea, button";

export function findFirstInvalidControl(page: Element | null): HTMLElement | null {
  const found = page?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (!found) return null;
  found.closest("details")?.setAttribute("open", "");
  return found.matches("fieldset") ? found.querySelector<HTMLElement>(CONTROLS) : found;
}
