// Where the browser starts: asks for the visitor's language while the shop itself is still on its way.
import "@/ui/styles/index.css";
import { firstLocale } from "@/messages/catalogues";
import { reloadAfterDeployment } from "./reloadAfterDeployment";
import { renderedLanguage } from "./serverRendered";

reloadAfterDeployment();
// Not awaited at the top: the shop's chunk imports this one, and would wait for it in turn.
Promise.all([import("./mountApp"), firstLocale(renderedLanguage())]).then(([{ mountApp }, locale]) => mountApp(locale));
