// The admin area's sentences in the chosen language; they travel with the admin area only.
import { createContext, type ReactNode, use } from "react";
import type { Language } from "@/lib/language";
import { useLanguage } from ".";
import type { AdminMessages } from "./admin.en";

export type { AdminMessages, FieldName } from "./admin.en";

const catalogues: Record<Language, () => Promise<{ messages: AdminMessages }>> = {
  en: () => import("./admin.en"),
  id: () => import("./admin.id"),
};

const asked = new Map<Language, Promise<{ messages: AdminMessages }>>();

/** The same promise every time, as suspending on it demands. */
function catalogueIn(language: Language): Promise<{ messages: AdminMessages }> {
  const catalogue = asked.get(language) ?? catalogues[language]();
  asked.set(language, catalogue);
  return catalogue;
}

const Context = createContext<AdminMessages | null>(null);

export function AdminMessagesProvider({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  return <Context value={use(catalogueIn(language)).messages}>{children}</Context>;
}

export function useAdminMessages(): AdminMessages {
  const messages = use(Context);
  if (!messages) throw new Error("The admin area's messages are used outside of their provider");
  return messages;
}
