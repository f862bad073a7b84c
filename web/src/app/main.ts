// The browser's entry point: requests the visitor's language while the app chunk is still loading.
import "@/ui/styles/index.css";
import { loadInitialLocale } from "@/messages/catalogues";
import { reloadAfterDeployment } from "./reloadAfterDeployment";
import { getServerRenderedLanguage } from "./serverRendered";

reloadAfterDeployment();
// No top-level await: the app chunk imports this module and would deadlock.
Promise.all([import("./mountApp"), loadInitialLocale(getServerRenderedLanguage())]).then(([{ mountApp }, locale]) =>
  mountApp(locale),
);
