// Preserves line breaks with CSS rather than elements, so that a long text costs no more.

export function MultilineText({ text }: { text: string }) {
  // HTML parsing normalises line breaks to "\n"; hydration needs the server's text to equal the browser's.
  return <span className="whitespace-pre-line">{text.replace(/\r\n?/g, "\n")}</span>;
}
