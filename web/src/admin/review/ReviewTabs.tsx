// The pages of the review area: queue, bank statement, closing.

import { useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { NavLink } from "@/ui/Link";
import { CLOSING_PATH, REVIEW_PATH, STATEMENT_PATH } from "../screen";

export function ReviewTabs() {
  const { review: words } = useAdminMessages();
  return (
    <nav aria-label={words.parts} className="mb-8 flex flex-wrap gap-x-6 border-line border-b">
      <Tab to={REVIEW_PATH} words={words.waiting} />
      <Tab to={STATEMENT_PATH} words={words.statement} />
      <Tab to={CLOSING_PATH} words={words.closing} />
    </nav>
  );
}

function Tab({ to, words }: { to: string; words: string }) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classNames(
          "-mb-px inline-flex min-h-11 items-center border-b-2",
          isActive ? "border-ornament font-semibold text-accent-text" : "border-transparent hover:border-edge",
        )
      }
    >
      {words}
    </NavLink>
  );
}
