// The head of a page that the server renders, and what machines read about the page.
import { type HeadFacts, tagsOf, titleOf } from "./tags";

export function Head(facts: HeadFacts) {
  return (
    <>
      <title>{titleOf(facts)}</title>
      {tagsOf(facts).map(([Tag, attributes]) => (
        <Tag key={JSON.stringify(attributes)} {...attributes} />
      ))}
    </>
  );
}

export function StructuredData({ preview }: HeadFacts) {
  return preview.facts?.map((fact) => <Fact key={JSON.stringify(fact)} fact={fact} />);
}

/** Raw, since a script is not text: JSON that cannot close the element it stands in. */
function Fact({ fact }: { fact: object }) {
  const json = JSON.stringify(fact).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
