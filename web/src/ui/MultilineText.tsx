// A text as it was typed: its line breaks are breaks, by style and not by elements, so a long text costs no more.

export function MultilineText({ text }: { text: string }) {
  // Only "\n" survives the way through HTML unchanged, and the server's text must equal the browser's.
  return <span className="whitespace-pre-line">{text.replace(/\r\n?/g, "\n")}</span>;
}
