// The chosen language's sentences for every component.
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from "react";
import type { Language } from "@/lib/language";
import { getStoredLanguage, storeLanguage } from "@/lib/languageChoice";
import { type Locale, loadLocale } from "./catalogues";
import type { Messages } from "./en";

export type { Locale, Messages };

type Chosen = Locale & { choose: (language: Language) => void };

const Context = createContext<Chosen | null>(null);

/** `first` is loaded before the first render, so nothing is ever shown in the wrong language or none. */
export function MessagesProvider({ first, children }: { first: Locale; children: ReactNode }) {
  const [locale, setLocale] = useState(first);

  useEffect(() => {
    document.documentElement.lang = locale.language;
  }, [locale.language]);

  const choose = (language: Language) => {
    storeLanguage(language);
    loadLocale(language).then((loaded) => getStoredLanguage() === language && setLocale(loaded), console.error);
  };

  // The server knows the choice by a cookie, which may be gone while local storage still has it.
  const correct = useEffectEvent(() => {
    const remembered = getStoredLanguage();
    if (remembered && remembered !== locale.language) choose(remembered);
  });
  useEffect(() => correct(), []);

  return <Context value={{ ...locale, choose }}>{children}</Context>;
}

export function useMessages(): Messages {
  return useChosen().messages;
}

export function useLanguage(): { language: Language; choose: (language: Language) => void } {
  return useChosen();
}

function useChosen(): Chosen {
  const chosen = useContext(Context);
  if (!chosen) throw new Error("Messages are used outside of their provider");
  return chosen;
}
