// A text as it was typed: its line breaks are breaks.

import { Children } from "react";

export function Lines({ text }: { text: string }) {
  const lines = text.split(/\r\n|\r|\n/);
  return Children.toArray(lines.flatMap((line, index) => (index === 0 ? [line] : [<br />, line])));
}
