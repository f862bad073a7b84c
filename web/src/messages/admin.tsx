// The admin area's words in the chosen language; they are loaded with the admin area only.
import { createContext, type ReactNode, use, useMemo } from "react";
import type { ColumnName } from "@/data/tables";
import type { Language } from "@/lib/language";
import { useLanguage } from ".";
import type { AdminCatalogue } from "./admin.en";
import { createLazyCatalogue } from "./lazyCatalogue";
import { getTableMessages } from "./tableWords";

export type AdminMessages = AdminCatalogue & ReturnType<typeof getTableMessages>;
export type FieldName = ColumnName;

const catalogueIn = createLazyCatalogue<AdminCatalogue>({
  en: () => import("./admin.en"),
  id: () => import("./admin.id"),
});

/** As whoever speaks another language reads it. */
export async function loadAdminMessages(language: Language): Promise<AdminMessages> {
  return { ...(await catalogueIn(language)).messages, ...getTableMessages(language) };
}

const Context = createContext<AdminMessages | null>(null);

export function AdminMessagesProvider({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  const { messages } = use(catalogueIn(language));
  const words = useMemo(() => ({ ...messages, ...getTableMessages(language) }), [messages, language]);
  return <Context value={words}>{children}</Context>;
}

export function useAdminMessages(): AdminMessages {
  const messages = use(Context);
  if (!messages) throw new Error("The admin area's messages are used outside of their provider");
  return messages;
}
