// The <head> of a server-rendered page, and its structured data.
import { buildHeadTags, formatDocumentTitle, type HeadProps } from "./tags";

export function Head(facts: HeadProps) {
  return (
    <>
      <title>{formatDocumentTitle(facts)}</title>
      {buildHeadTags(facts).map(([Tag, attributes]) => (
        <Tag key={JSON.stringify(attributes)} {...attributes} />
      ))}
    </>
  );
}

export function StructuredData({ preview }: HeadProps) {
  return preview.facts?.map((fact) => <JsonLd key={JSON.stringify(fact)} fact={fact} />);
}

/** Unescaped, since a script contains no markup: the JSON cannot close its element. */
function JsonLd({ fact }: { fact: object }) {
  const json = JSON.stringify(fact).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
