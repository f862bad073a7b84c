// Recovery codes, shown only once: to copy, download or write down.

import { brand } from "@/lib/config";
import { downloadText } from "@/lib/download";
import { useSecondFactorMessages } from "@/messages/secondFactor";
import { Button } from "@/ui/Button";
import { useToast } from "@/ui/Toast";

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const words = useSecondFactorMessages().codes;
  const toast = useToast();
  const readable = codes.map(groupByFour);
  const text = `${readable.join("\n")}\n`;
  const copy = () => navigator.clipboard.writeText(text).then(() => toast(words.copied), console.error);
  return (
    <section aria-label={words.title} className="max-w-prose">
      <h2 ref={focus} tabIndex={-1} className="text-xl outline-none">
        {words.title}
      </h2>
      <p className="mt-2 text-muted">{words.lead}</p>
      <ul className="my-6 grid gap-y-1 border-line border-y py-4 font-mono tabular-nums">
        {readable.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={copy}>
          {words.copy}
        </Button>
        <Button look="outline" onClick={() => downloadText(text, `${brand.prefix}recovery-codes.txt`, "text/plain")}>
          {words.download}
        </Button>
        <Button onClick={onDone}>{words.done}</Button>
      </div>
    </section>
  );
}

/** Moves the focus to the codes, for screen readers. */
function focus(heading: HTMLElement | null): void {
  heading?.focus();
}

/** Groups of four are easier to copy by hand: "abcd-efgh-ijkl-mnop". */
function groupByFour(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}
