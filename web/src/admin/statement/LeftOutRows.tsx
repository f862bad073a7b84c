// The rows of a statement that are not imported: totals, pending bookings, foreign currencies, and what can't be read.

import { useStatementMessages } from "@/messages/statement";

const MAX_ROWS = 20;

export function LeftOutRows({ rows }: { rows: readonly string[] }) {
  const { confirm: words } = useStatementMessages();
  if (rows.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 text-muted">{words.leftOut(rows.length)}</summary>
      <ul className="list-disc pl-6 text-caption text-muted">
        {rows.slice(0, MAX_ROWS).map((row, index) => (
          <li key={index} className="wrap-anywhere">
            {row}
          </li>
        ))}
      </ul>
    </details>
  );
}
