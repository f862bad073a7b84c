// The states of a table's records, each a press away; the address keeps which one is shown.

import { useAdminMessages } from "@/messages/admin";
import type { Choice } from "./resource";

interface ChoiceTabsProps<Row> {
  choice: Choice<Row>;
  /** Empty for all. */
  value: string;
  onValue: (value: string) => void;
}

export function ChoiceTabs<Row>({ choice, value, onValue }: ChoiceTabsProps<Row>) {
  const a = useAdminMessages();
  return (
    <fieldset aria-label={a.filters.byState} className="flex flex-wrap gap-x-2 gap-y-1 pb-4">
      {["", ...choice.values].map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          onClick={() => onValue(one)}
          className="min-h-11 rounded-full border border-line px-4 hover:bg-tint aria-pressed:border-edge aria-pressed:bg-tint aria-pressed:font-semibold"
        >
          {one ? choice.word(one, a) : a.filters.all}
        </button>
      ))}
    </fieldset>
  );
}
