// The link to what is printed: in a tab of its own, so that a form that is open keeps what was entered.

import { buttonLook } from "@/ui/Button";
import { type PrintName, usePrintAddress } from "./printAddress";

interface PrintLinkProps {
  paper: PrintName;
  /** One record, or several with commas between; otherwise all that the table shows. */
  of?: string;
  look?: "outline" | "quiet";
  children: string;
}

export function PrintLink({ paper, of, look = "outline", children }: PrintLinkProps) {
  const addressOf = usePrintAddress();
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
