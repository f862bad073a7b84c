// From an empty shop to its first order: what is still to be done, each with the way to its screen. Gone when all is done.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readSecondFactor } from "@/data/secondFactor";
import { readRaw, writeRaw } from "@/lib/browserStorage";
import { brand } from "@/lib/config";
import { shop, useShop } from "@/lib/shop";
import { shopNumber } from "@/lib/whatsapp";
import { useMessages } from "@/messages";
import { type AdminMessages, useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import { Link } from "@/ui/Link";
import { useToast } from "@/ui/Toast";
import { countsKey } from "../kit/useRows";
import { SECOND_FACTOR } from "../screen";
import { type TableCounts, unpayablePages } from "./tableCounts";
import { unpayableKey } from "./UnpayablePages";

const KEY = `${brand.prefix}first_steps`;
/** Of the steps that leave no trace in the shop: which were taken in this browser. */
const WALKED = `${brand.prefix}walked_steps`;

export function FirstSteps({ counts }: { counts: TableCounts }) {
  const a = useAdminMessages();
  const { walked, walk } = useWalked();
  const steps = useSteps(counts, walked);
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
              <Step name={name} to={to} onTaken={() => walk(name)} />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

const stepLook = "inline-flex min-h-11 items-center py-1 text-left leading-tight underline underline-offset-4";

/** Sharing is done here; everything else at the place that the step leads to. */
function Step({ name, to, onTaken }: { name: StepName; to: string; onTaken: () => void }) {
  const a = useAdminMessages();
  const share = useShare(onTaken);
  if (name === "share")
    return (
      <button type="button" onClick={share} className={stepLook}>
        {a.steps[name]}
      </button>
    );
  return (
    <Link to={to} onClick={onTaken} className={stepLook}>
      {a.steps[name]}
    </Link>
  );
}

/** The phone's own way of sharing; the address in the clipboard where there is none. */
function useShare(onShared: () => void): () => Promise<void> {
  const { catalogue } = useMessages();
  const toast = useToast();
  return async () => {
    const url = `${location.origin}/`;
    try {
      if (navigator.share) await navigator.share({ title: shop().name, url });
      else {
        await navigator.clipboard.writeText(url);
        toast(catalogue.shared);
      }
      onShared();
    } catch (failure) {
      // Whoever closes the sheet has changed their mind.
      if ((failure as Error).name !== "AbortError") console.error(failure);
    }
  };
}

function useWalked() {
  const [walked, setWalked] = useState(() => (readRaw(WALKED) ?? "").split(" "));
  const walk = (name: StepName) => {
    const next = [...new Set([...walked, name])];
    setWalked(next);
    writeRaw(WALKED, next.join(" "));
  };
  return { walked, walk };
}

type StepName = Exclude<keyof AdminMessages["steps"], "title" | "done">;

function useSteps(counts: TableCounts, walked: readonly string[]) {
  const number = shopNumber(useShop());
  const { data: unpayable } = useQuery({ queryKey: unpayableKey, queryFn: unpayablePages });
  const { data: factor } = useQuery({ queryKey: [...countsKey, "second factor"], queryFn: readSecondFactor });
  if (!unpayable || factor === undefined) return null;
  const isThere = (table: Parameters<TableCounts["get"]>[0]) => counts.get(table) !== 0;
  return [
    { name: "settings", done: isThere("shop_settings") && number !== null, to: "/admin/shop-settings" },
    { name: "cartPayment", done: !unpayable.includes("/shopping-cart"), to: "/admin/payment-methods" },
    { name: "delivery", done: isThere("delivery_ways"), to: "/admin/delivery-ways" },
    { name: "product", done: isThere("products"), to: "/admin/products" },
    { name: "look", done: walked.includes("look"), to: "/" },
    { name: "share", done: walked.includes("share"), to: "/" },
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
