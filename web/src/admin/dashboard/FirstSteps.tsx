// From an empty shop to its first order: what is still to be done, each with the way to its screen. Gone when all is done.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { secondFactor } from "@/data/secondFactor";
import { readRaw, writeRaw } from "@/lib/browserStorage";
import { brand } from "@/lib/config";
import { useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import { Link } from "@/ui/Link";
import { countsKey } from "../kit/useRows";
import { SECOND_FACTOR } from "../screen";
import { type TableCounts, unpayablePages } from "./tableCounts";
import { unpayableKey } from "./UnpayablePages";

const KEY = `${brand.prefix}first_steps`;

export function FirstSteps({ counts }: { counts: TableCounts }) {
  const a = useAdminMessages();
  const steps = useSteps(counts);
  const [hidden, setHidden] = useState(() => readRaw(KEY) === "hidden");
  const hide = (isHidden: boolean) => {
    setHidden(isHidden);
    writeRaw(KEY, isHidden ? "hidden" : null);
  };
  const done = steps?.filter((step) => step.done).length ?? 0;
  if (!steps || done === steps.length) return null;
  return (
    <details open={!hidden} onToggle={(event) => hide(!event.currentTarget.open)} className="border-line border-y py-3">
      <summary className="min-h-11 content-center font-semibold">{a.steps.title(done, steps.length)}</summary>
      <ul className="pt-2">
        {steps.map(({ name, done, to }) => (
          <li key={name} className="flex items-center gap-3">
            <Icon name="done" className={classNames("size-5 shrink-0", done ? "text-accepted" : "opacity-0")} />
            {done ? (
              <span className="min-h-11 content-center py-1 text-muted leading-tight line-through">
                {a.steps[name]} <span className="sr-only">({a.steps.done})</span>
              </span>
            ) : (
              <Link
                to={to}
                className="inline-flex min-h-11 items-center py-1 leading-tight underline underline-offset-4"
              >
                {a.steps[name]}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function useSteps(counts: TableCounts) {
  const { data: unpayable } = useQuery({ queryKey: unpayableKey, queryFn: unpayablePages });
  const { data: factor } = useQuery({ queryKey: [...countsKey, "second factor"], queryFn: secondFactor });
  if (!unpayable || factor === undefined) return null;
  const isThere = (table: Parameters<TableCounts["get"]>[0]) => counts.get(table) !== 0;
  return [
    { name: "product", done: isThere("products"), to: "/admin/products" },
    { name: "cartPayment", done: !unpayable.includes("/shopping-cart"), to: "/admin/payment-methods" },
    {
      name: "auditionPayment",
      done: !unpayable.includes("/profile/audition-registrations"),
      to: "/admin/payment-methods",
    },
    { name: "slide", done: isThere("slides"), to: "/admin/slides" },
    { name: "aboutUsSection", done: isThere("about_us_section"), to: "/admin/about-us-section" },
    { name: "aboutUs", done: isThere("about_us"), to: "/admin/about-us" },
    { name: "gallery", done: isThere("gallery"), to: "/admin/gallery" },
    { name: "secondFactor", done: factor !== null, to: SECOND_FACTOR },
    { name: "order", done: isThere("transactions"), to: "/products" },
  ] as const;
}
