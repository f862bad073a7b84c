// What a page's head says to browsers, to chats that show a link's preview, and to search engines.

import type { Language } from "@/lib/language";
import { shop } from "@/lib/shop";
import { absoluteAddress } from "./facts";
import type { Preview } from "./previews";

const locales: Record<Language, string> = { en: "en_US", id: "id_ID" };

interface HeadProps {
  title: string;
  preview: Preview;
  path: string;
  language: Language;
  origin: string;
}

export function Head({ title: name, preview, path, language, origin }: HeadProps) {
  const title = name ? `${name} · ${shop().name}` : shop().name;
  const address = origin + path;
  const { image, description } = preview;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={shop().name} />
      <meta property="og:locale" content={locales[language]} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={image ? absoluteAddress(image, origin) : `${origin}/icon-512.png`} />
      <meta property="og:image:alt" content={image?.title ?? shop().name} />
      <meta name="twitter:card" content={image ? "summary_large_image" : "summary"} />
      {preview.facts?.map((fact) => (
        <Fact key={JSON.stringify(fact)} fact={fact} />
      ))}
    </>
  );
}

/** Raw, since a script is not text: JSON that cannot close the element it stands in. */
function Fact({ fact }: { fact: object }) {
  const json = JSON.stringify(fact).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
