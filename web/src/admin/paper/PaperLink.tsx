// The way to rows on paper: in a tab of its own, so that a form that is open keeps what was entered.

import { buttonLook } from "@/ui/Button";
import { type Paper, usePaperAddress } from "./paper";

export interface PaperLinkProps {
  paper: Paper;
  /** One record; otherwise all that the table shows. */
  of?: string;
  look?: "outline" | "quiet";
  children: string;
}

export function PaperLink({ paper, of, look = "outline", children }: PaperLinkProps) {
  const addressOf = usePaperAddress();
  return (
    <a
      href={addressOf(paper, of)}
      target="_blank"
      rel="noopener"
      className={buttonLook(look, look === "outline" ? "max-sm:grow" : undefined)}
    >
      {children}
    </a>
  );
}
