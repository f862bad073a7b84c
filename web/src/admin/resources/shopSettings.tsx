// Shop Settings: the shop's one row about itself, as a form and not as a table.

import { screenWith } from "../screen";
import { ShopSettingsPage } from "../shopSettings/ShopSettingsPage";

export default screenWith({ table: "shop_settings" }, ShopSettingsPage);
