// Catalogues of one part of the shop, which are loaded with that part only.
import { use } from "react";
import type { Language } from "@/lib/language";
import { useLanguage } from ".";

type Catalogue<Words> = Promise<{ messages: Words }>;

/** Fetches a language's catalogue once: the same promise every time, as suspending on it demands. */
export function createLazyCatalogue<Words>(catalogues: Record<Language, () => Catalogue<Words>>) {
  const asked = new Map<Language, Catalogue<Words>>();
  return (language: Language): Catalogue<Words> => {
    const catalogue = asked.get(language) ?? readable(catalogues[language]());
    asked.set(language, catalogue);
    return catalogue;
  };
}

/** A hook that gives the catalogue of the chosen language. */
export function createMessagesHook<Words>(catalogueIn: (language: Language) => Catalogue<Words>): () => Words {
  return function useCatalogue() {
    return use(catalogueIn(useLanguage().language)).messages;
  };
}

/** Once it is there React reads it without waiting, which the server can't. */
function readable<Words>(catalogue: Catalogue<Words>): Catalogue<Words> {
  catalogue.then((value) => Object.assign(catalogue, { status: "fulfilled", value }), console.error);
  return catalogue;
}
