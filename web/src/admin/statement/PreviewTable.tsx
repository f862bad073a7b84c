// The first lines of a statement as they will be imported.

import type { StatementLine } from "@/data/tables";
import { useLanguage } from "@/messages";
import { useStatementMessages } from "@/messages/statement";
import { formatBookedDay, formatSignedAmount } from "./lineWords";

const PREVIEW_ROWS = 8;

export function PreviewTable({ lines }: { lines: readonly StatementLine[] }) {
  const { confirm: words } = useStatementMessages();
  const { language } = useLanguage();
  const shown = lines.slice(0, PREVIEW_ROWS);
  if (shown.length === 0)
    return (
      <p role="alert" className="border-danger border-l-2 py-1 pl-4 text-danger">
        {words.nothing}
      </p>
    );
  return (
    <table className="w-full text-left">
      <caption className="pb-2 text-left">
        <span className="font-semibold">{words.preview}</span>{" "}
        <span className="text-muted">{words.shown(shown.length, lines.length)}</span>
      </caption>
      <thead className="border-line border-b text-caption text-muted">
        <tr>
          <th scope="col" className="py-1 pr-4">
            {words.day}
          </th>
          <th scope="col">{words.description}</th>
          <th scope="col" className="pl-4 text-right">
            {words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ booked_on, amount, description }, index) => (
          <tr key={index} className="border-line border-b align-top">
            <td className="whitespace-nowrap py-1.5 pr-4">{formatBookedDay(booked_on, language)}</td>
            <td className="wrap-anywhere py-1.5">{description}</td>
            <td className="whitespace-nowrap py-1.5 pl-4 text-right tabular-nums">{formatSignedAmount(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
