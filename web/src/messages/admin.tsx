// The admin area's sentences in the chosen language; they travel with the admin area only.
import { createContext, type ReactNode, use } from "react";
import { useLanguage } from ".";
import type { AdminMessages } from "./admin.en";
import { lazyCatalogue } from "./lazyCatalogue";

export type { AdminMessages, FieldName } from "./admin.en";

const catalogueIn = lazyCatalogue<AdminMessages>({
  en: () => import("./admin.en"),
  id: () => import("./admin.id"),
});

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
