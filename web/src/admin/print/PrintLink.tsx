// Opens the print view in a new tab, so that an open form keeps its entries.

import { buttonClassName } from "@/ui/Button";
import { type PrintName, usePrintUrl } from "./printAddress";

interface PrintLinkProps {
  paper: PrintName;
  /** One UUID or several separated by commas; by default all rows of the list. */
  of?: string;
  look?: "outline" | "quiet";
  children: string;
}

export function PrintLink({ paper, of, look = "outline", children }: PrintLinkProps) {
  const printUrl = usePrintUrl();
  return (
    <a
      href={printUrl(paper, of)}
      target="_blank"
      rel="noopener"
      className={buttonClassName(look, look === "outline" ? "max-sm:grow" : undefined)}
    >
      {children}
    </a>
  );
}
