// The part of Markdown that the handbook is written in: headings, paragraphs, lists, bold words, pictures.

/** Blocks stand apart by an empty line. */
export function asHtml(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(block)
    .join("\n");
}

function block(text: string): string {
  const heading = /^(#{1,2}) (.+)$/.exec(text);
  if (heading) return `<h${heading[1]?.length}>${inline(heading[2] ?? "")}</h${heading[1]?.length}>`;
  const picture = /^!\[(.+)\]\((.+)\)$/.exec(text);
  if (picture) return `<p><img src="${inline(picture[2] ?? "")}" alt="${inline(picture[1] ?? "")}" loading="lazy"></p>`;
  if (/^1\. /.test(text)) return list("ol", text.split(/\n(?=\d+\. )/), /^\d+\. /);
  if (/^- /.test(text)) return list("ul", text.split(/\n(?=- )/), /^- /);
  return `<p>${inline(text)}</p>`;
}

function list(kind: string, entries: string[], mark: RegExp): string {
  return `<${kind}>${entries.map((entry) => `<li>${inline(entry.replace(mark, ""))}</li>`).join("")}</${kind}>`;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function inline(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
  return escaped.replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>");
}
