// A print preview with a print button and a back link, which are not printed.

import { type ReactNode, useEffect, useState } from "react";
import { wait } from "@/lib/wait";
import { Button, buttonClassName } from "./Button";
import { useDocumentTitle } from "./documentTitle";
import { focusHeading } from "./focusHeading";
import { Link } from "./Link";

interface PrintViewProps {
  /** The document title, which browsers suggest as the PDF's file name. */
  title: string;
  words: { print: string; back: string };
  backTo: string;
  children: ReactNode;
}

export function PrintView({ title, words, backTo, children }: PrintViewProps) {
  const [busy, setBusy] = useState(false);
  useDocumentTitle(title);
  // It replaces a list of the same path, somewhere in the middle of it.
  useEffect(() => {
    scrollTo(0, 0);
    focusHeading();
  }, []);
  const print = async () => {
    setBusy(true);
    await waitForPictures();
    setBusy(false);
    window.print();
  };
  return (
    <>
      <div className="mb-6 flex flex-wrap gap-3 print:hidden">
        <Button disabled={busy} onClick={() => void print()}>
          {words.print}
        </Button>
        <Link to={backTo} className={buttonClassName("outline")}>
          {words.back}
        </Link>
      </div>
      <div className="flex flex-col gap-6 print:block">{children}</div>
    </>
  );
}

const POLL_INTERVAL_MS = 100;
const TIMEOUT_MS = 30_000;

/** Waits until no picture is loading; a picture that never loads must not prevent printing. */
async function waitForPictures(): Promise<void> {
  for (
    let waited = 0;
    waited < TIMEOUT_MS && document.querySelector("main [aria-busy=true]");
    waited += POLL_INTERVAL_MS
  )
    await wait(POLL_INTERVAL_MS);
}
