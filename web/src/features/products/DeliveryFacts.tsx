// What delivery of one piece costs, for the place where the person's last order went, and where the shop's rules are.

import { useEffect, useState } from "react";
import { deliveryDetailsOf, deliveryWays } from "@/data/deliveries";
import { roleOf, useSession } from "@/data/session";
import type { Product } from "@/data/tables";
import { type AvailableWay, availableWays, type Destination, isCompleteAddress } from "@/entities/deliveryWay";
import { rupiah } from "@/lib/money";
import { useShop } from "@/lib/shop";
import { useShoppingMessages } from "@/messages/shopping";
import { buttonLook } from "@/ui/Button";
import { Link } from "@/ui/Link";

const nowhere: Destination = { address: null, province: null, city: null };

interface Estimate {
  place: Destination;
  offered: AvailableWay[];
}

export function DeliveryFacts({ product }: { product: Product }) {
  const { delivery: words } = useShoppingMessages();
  const estimate = useEstimate(product);
  const place = estimate && isCompleteAddress(estimate.place) ? estimate.place : null;
  return (
    <div className="pb-2">
      {place && <p className="font-semibold">{words.to(`${place.city}, ${place.province}`)}</p>}
      <ul>
        {estimate?.offered.map(({ way, fee }) => (
          <li key={way.uuid}>
            {`${way.name}: ${fee === 0 ? words.free : rupiah(fee)}`}
            {way.days_to !== null && ` · ${words.days(way.days_from ?? way.days_to, way.days_to)}`}
          </li>
        ))}
      </ul>
      {estimate && !place && <p className="text-muted">{words.byPlace}</p>}
      {useShop().texts.includes("delivery_and_returns") && (
        <Link to="/delivery-and-returns" className={buttonLook("quiet")}>
          {words.returns}
        </Link>
      )}
    </div>
  );
}

/** Undefined until it is read; a shop without ways of delivery offers none. */
function useEstimate(product: Product): Estimate | undefined {
  const session = useSession();
  const [estimate, setEstimate] = useState<Estimate>();
  const { price, weight } = product;
  const userId = roleOf(session) === "talent" ? session.user.id : null;
  useEffect(() => {
    let isCurrent = true;
    const last = userId ? deliveryDetailsOf(userId) : Promise.resolve(null);
    Promise.all([deliveryWays(), last]).then(([ways, details]) => {
      const place = details ?? nowhere;
      const offered = availableWays(place, ways, [{ price, quantity: 1, weight }]);
      if (isCurrent) setEstimate({ place, offered });
    }, console.error);
    return () => {
      isCurrent = false;
    };
  }, [userId, price, weight]);
  return estimate;
}
