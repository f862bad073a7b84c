// Shop Settings: the single row about the shop, as a form rather than a table.

import { screenWith } from "../screen";
import { ShopSettingsPage } from "../shopSettings/ShopSettingsPage";

export default screenWith({ table: "shop_settings" }, ShopSettingsPage);
