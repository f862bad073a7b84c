// Payment methods as buyers will see them once some are deleted.

import { fetchPublic, firstRowQuery, NEWEST_FIRST_PARAMS } from "./publicRows";
import type { PaymentMethod } from "./tables";

export function fetchPaymentMethodWithout(uuids: readonly string[], pathname: string): Promise<PaymentMethod | null> {
  const conditions = { pathname: `eq.${pathname}`, uuid: `not.in.(${uuids.join(",")})` };
  return fetchPublic(firstRowQuery("payment_methods", { ...NEWEST_FIRST_PARAMS, ...conditions }));
}
