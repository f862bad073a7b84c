// A text as it was typed: its line breaks are breaks.

export function Lines({ text }: { text: string }) {
  const [line, ...rest] = text.split(/\r\n|\r|\n/);
  if (rest.length === 0) return line;
  return (
    <>
      {line}
      <br />
      <Lines text={rest.join("\n")} />
    </>
  );
}
