// The board's filters, stored in the URL.

import { useCrewMessages } from "@/messages/crew";
import { CheckBox } from "@/ui/CheckBox";
import { SelectField } from "@/ui/SelectField";
import { adminStateFilters, type BoardParams, leaderStateFilters, paymentFilters } from "./boardParams";

interface FiltersProps {
  params: BoardParams;
  tags: readonly string[];
  isAdmin: boolean;
  change: (next: Partial<BoardParams>) => void;
}

const scores = [1, 2, 3, 4, 5];

export function BoardFilters({ params, tags, isAdmin, change }: FiltersProps) {
  const { board: words } = useCrewMessages();
  const anyOption = ["", words.all] as const;
  const states = (isAdmin ? adminStateFilters : leaderStateFilters).map(
    (state) => [state, words.states[state]] as const,
  );
  return (
    <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2 [&>div>label]:text-caption">
      <SelectField
        label={words.filters.state}
        value={params.state ?? ""}
        options={[anyOption, ...states]}
        onValue={(state) => change({ state })}
      />
      {isAdmin && (
        <SelectField
          label={words.filters.payment}
          value={params.payment ?? ""}
          options={[anyOption, ...paymentFilters.map((option) => [option, words.payments[option]] as const)]}
          onValue={(payment) => change({ payment })}
        />
      )}
      <SelectField
        label={words.filters.score}
        value={params.score ?? ""}
        options={[anyOption, ...scores.map((score) => [`${score}`, words.atLeast(score)] as const)]}
        onValue={(score) => change({ score })}
      />
      {isAdmin && (tags.length > 0 || params.tag) && (
        <SelectField
          label={words.filters.tag}
          value={params.tag ?? ""}
          options={[
            anyOption,
            ...[...new Set([...tags, params.tag ?? ""])].filter(Boolean).map((tag) => [tag, tag] as const),
          ]}
          onValue={(tag) => change({ tag })}
        />
      )}
      <CheckBox checked={params.names === "hidden"} onTicked={(hidden) => change({ names: hidden ? "hidden" : null })}>
        {words.hideNames}
      </CheckBox>
    </div>
  );
}
