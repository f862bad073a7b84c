// The words of the product pages in the chosen language. Both are in the pages' own chunk: the server needs them at once.
import type { Language } from "@/lib/language";
import { useLanguage } from ".";
import { messages as en, type ProductMessages } from "./product.en";
import { messages as id } from "./product.id";

const words: Record<Language, ProductMessages> = { en, id };

export function useProductMessages(): ProductMessages {
  return words[useLanguage().language];
}
