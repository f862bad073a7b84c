// Sheets of paper as the printer will make them; above them, and not on them, the button that prints and the way back.

import { type ReactNode, useState } from "react";
import { wait } from "@/lib/wait";
import { Button, buttonLook } from "./Button";
import { useDocumentTitle } from "./documentTitle";
import { Link } from "./Link";

interface PrintViewProps {
  /** Of the document, from which a browser names its PDF. */
  title: string;
  words: { print: string; back: string };
  backTo: string;
  children: ReactNode;
}

export function PrintView({ title, words, backTo, children }: PrintViewProps) {
  const [busy, setBusy] = useState(false);
  useDocumentTitle(title);
  const print = async () => {
    setBusy(true);
    await picturesHaveCome();
    setBusy(false);
    window.print();
  };
  return (
    <>
      <div className="mb-6 flex flex-wrap gap-3 print:hidden">
        <Button disabled={busy} onClick={() => void print()}>
          {words.print}
        </Button>
        <Link to={backTo} className={buttonLook("outline")}>
          {words.back}
        </Link>
      </div>
      <div className="flex flex-col gap-6 print:block">{children}</div>
    </>
  );
}

const LOOK_AGAIN_MS = 100;
const LONGEST_WAIT_MS = 30_000;

/** A picture that doesn't come keeps nobody from printing the others. */
async function picturesHaveCome(): Promise<void> {
  for (
    let waited = 0;
    waited < LONGEST_WAIT_MS && document.querySelector("main [aria-busy=true]");
    waited += LOOK_AGAIN_MS
  )
    await wait(LOOK_AGAIN_MS);
}
