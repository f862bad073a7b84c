// The number under which the shop answers on WhatsApp; null where `brand.toml` names none that could.

import { brand } from "./config";
import { mobileNumber } from "./whatsapp";

export const shopNumber = mobileNumber(brand.whatsapp || brand.phone);
