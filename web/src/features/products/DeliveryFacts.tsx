// The delivery fee for one piece to the address of the user's last order, and a link to the shop's terms.

import { useEffect, useState } from "react";
import { fetchDeliveryDetails, fetchDeliveryMethods } from "@/data/deliveries";
import { getRole, useSession } from "@/data/session";
import type { Product } from "@/data/tables";
import {
  type AvailableDeliveryMethod,
  type DeliveryDestination,
  getAvailableDeliveryMethods,
  isCompleteAddress,
} from "@/entities/deliveryMethod";
import { formatRupiah } from "@/lib/money";
import { useShop } from "@/lib/shop";
import { useShoppingMessages } from "@/messages/shopping";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";

const noDestination: DeliveryDestination = { address: null, province: null, city: null };

interface Estimate {
  destination: DeliveryDestination;
  offered: AvailableDeliveryMethod[];
}

export function DeliveryFacts({ product }: { product: Product }) {
  const { delivery: words } = useShoppingMessages();
  const estimate = useEstimate(product);
  const destination = estimate && isCompleteAddress(estimate.destination) ? estimate.destination : null;
  return (
    <div className="pb-2">
      {destination && <p className="font-semibold">{words.to(`${destination.city}, ${destination.province}`)}</p>}
      <ul>
        {estimate?.offered.map(({ method, fee }) => (
          <li key={method.uuid}>
            {`${method.name}: ${fee === 0 ? words.free : formatRupiah(fee)}`}
            {method.days_to !== null && ` · ${words.days(method.days_from ?? method.days_to, method.days_to)}`}
          </li>
        ))}
      </ul>
      {estimate && !destination && <p className="text-muted">{words.byPlace}</p>}
      {useShop().texts.includes("delivery_and_returns") && (
        <Link to="/delivery-and-returns" className={buttonClassName("quiet")}>
          {words.returns}
        </Link>
      )}
    </div>
  );
}

/** Undefined while loading; without delivery methods nothing is offered. */
function useEstimate(product: Product): Estimate | undefined {
  const session = useSession();
  const [estimate, setEstimate] = useState<Estimate>();
  const { price, weight } = product;
  const userId = getRole(session) === "talent" ? session.user.id : null;
  useEffect(() => {
    let isCurrent = true;
    const savedDetails = userId ? fetchDeliveryDetails(userId) : Promise.resolve(null);
    Promise.all([fetchDeliveryMethods(), savedDetails]).then(([methods, details]) => {
      const destination = details ?? noDestination;
      const offered = getAvailableDeliveryMethods(destination, methods, [{ price, quantity: 1, weight }]);
      if (isCurrent) setEstimate({ destination, offered });
    }, console.error);
    return () => {
      isCurrent = false;
    };
  }, [userId, price, weight]);
  return estimate;
}
