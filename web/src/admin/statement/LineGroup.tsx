// Statement lines of one match kind; exact matches can be accepted together.

import { useRef } from "react";
import { useStatementMessages } from "@/messages/statement";
import { Button } from "@/ui/Button";
import type { Group, LineWithCandidates } from "./groups";
import { LineRow } from "./LineRow";
import type { StatementMatching } from "./useStatementMatching";

interface LineGroupProps {
  group: Group;
  lines: readonly LineWithCandidates[];
  /** Whether older lines are left out. */
  isCut: boolean;
  matching: StatementMatching;
  onFind: (line: LineWithCandidates) => void;
}

export function LineGroup({ group, lines, isCut, matching, onFind }: LineGroupProps) {
  const words = useStatementMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  const accept = async () => {
    heading.current?.focus(); // the button goes with its lines
    await matching.accept(lines.map(({ line }) => line.line_uuid));
  };
  const list = (
    <ul className="border-line border-t">
      {lines.map((entry) => (
        <LineRow
          key={entry.line.line_uuid}
          {...entry}
          matching={matching}
          {...(group !== "matched" && { onFind: () => onFind(entry) })}
        />
      ))}
    </ul>
  );
  if (group === "matched")
    return (
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{words.title.matched(lines.length)}</summary>
        <p className="pb-3 text-muted">{words.lead.matched}</p>
        {list}
      </details>
    );
  return (
    <section aria-label={words.title[group](lines.length)}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-3">
        <div>
          <h2 ref={heading} tabIndex={-1} className="text-heading outline-none">
            {words.title[group](lines.length)}
          </h2>
          <p className="text-muted">{words.lead[group]}</p>
          {isCut && group === "unmatched" && <p className="text-muted">{words.newest(lines.length)}</p>}
        </div>
        {group === "exact" && (
          <Button disabled={matching.busy} onClick={() => void accept()}>
            {words.acceptAll(lines.length)}
          </Button>
        )}
      </div>
      {list}
    </section>
  );
}
