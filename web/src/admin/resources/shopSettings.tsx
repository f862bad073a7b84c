// Shop Settings: the single row about the shop, as a form rather than a table.

import { createCustomScreen } from "../screen";
import { ShopSettingsPage } from "../shopSettings/ShopSettingsPage";

export default createCustomScreen({ table: "shop_settings" }, ShopSettingsPage);
