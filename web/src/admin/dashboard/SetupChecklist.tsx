// The setup checklist of a new shop, each step linked to its screen. Hidden when all steps are done.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchSecondFactor } from "@/data/secondFactor";
import { readLocalStorage, writeLocalStorage } from "@/lib/browserStorage";
import { brand } from "@/lib/config";
import { share } from "@/lib/share";
import { getShop, useShop } from "@/lib/shop";
import { getShopWhatsAppNumber } from "@/lib/whatsapp";
import { useMessages } from "@/messages";
import { type AdminMessages, useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import { Link } from "@/ui/Link";
import { useToast } from "@/ui/Toast";
import { COUNTS_QUERY_KEY } from "../kit/useRows";
import { SECOND_FACTOR_PATH } from "../screen";
import { UNPAYABLE_PAGES_QUERY_KEY } from "./MissingPaymentMethodWarning";
import { fetchUnpayablePages, type TableCounts } from "./tableCounts";

const HIDDEN_KEY = `${brand.prefix}first_steps`;
/** The storage key of completed steps that leave no trace in the shop's data, until an order came. */
const COMPLETED_KEY = `${brand.prefix}walked_steps`;

export function SetupChecklist({ counts }: { counts: TableCounts }) {
  const a = useAdminMessages();
  const { completed, complete } = useCompletedSteps();
  const steps = useSteps(counts, completed);
  const [isCollapsed, setCollapsed] = useState(() => readLocalStorage(HIDDEN_KEY) === "hidden");
  const collapse = (isHidden: boolean) => {
    setCollapsed(isHidden);
    writeLocalStorage(HIDDEN_KEY, isHidden ? "hidden" : null);
  };
  const done = steps?.filter((step) => step.done).length ?? 0;
  if (!steps || done === steps.length) return null;
  return (
    <details
      open={!isCollapsed}
      onToggle={(event) => collapse(!event.currentTarget.open)}
      className="border-line border-y py-3"
    >
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
              <Step name={name} to={to} onDone={() => complete(name)} />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

const stepLook = "inline-flex min-h-11 items-center py-1 text-left leading-tight underline underline-offset-4";

/** The share step acts here; every other one links to its screen. */
function Step({ name, to, onDone }: { name: StepName; to: string; onDone: () => void }) {
  const a = useAdminMessages();
  const shareShop = useShareShop(onDone);
  if (name === "share")
    return (
      <button type="button" onClick={shareShop} className={stepLook}>
        {a.steps[name]}
      </button>
    );
  return (
    <Link to={to} onClick={onDone} className={stepLook}>
      {a.steps[name]}
    </Link>
  );
}

function useShareShop(onShared: () => void): () => Promise<void> {
  const { catalogue } = useMessages();
  const toast = useToast();
  return async () => {
    const link = { title: getShop().name, url: `${location.origin}/` };
    if (await share(link, () => toast(catalogue.shared))) onShared();
  };
}

function useCompletedSteps() {
  const [completed, setCompleted] = useState(() => (readLocalStorage(COMPLETED_KEY) ?? "").split(" "));
  const complete = (name: StepName) => {
    const updated = [...new Set([...completed, name])];
    setCompleted(updated);
    writeLocalStorage(COMPLETED_KEY, updated.join(" "));
  };
  return { completed, complete };
}

type StepName = Exclude<keyof AdminMessages["steps"], "title" | "done">;

function useSteps(counts: TableCounts, completed: readonly string[]) {
  const number = getShopWhatsAppNumber(useShop());
  const { data: unpayable } = useQuery({ queryKey: UNPAYABLE_PAGES_QUERY_KEY, queryFn: fetchUnpayablePages });
  const { data: factor } = useQuery({ queryKey: [...COUNTS_QUERY_KEY, "second factor"], queryFn: fetchSecondFactor });
  if (!unpayable || factor === undefined) return null;
  const hasRows = (table: Parameters<TableCounts["get"]>[0]) => counts.get(table) !== 0;
  const hasOrders = hasRows("transactions");
  return [
    { name: "settings", done: hasRows("shop_settings") && number !== null, to: "/admin/shop-settings" },
    { name: "cartPayment", done: !unpayable.includes("/shopping-cart"), to: "/admin/payment-methods" },
    { name: "delivery", done: hasRows("delivery_ways"), to: "/admin/delivery-ways" },
    { name: "product", done: hasRows("products"), to: "/admin/products" },
    { name: "look", done: hasOrders || completed.includes("look"), to: "/" },
    { name: "share", done: hasOrders || completed.includes("share"), to: "/" },
    {
      name: "auditionPayment",
      done: !unpayable.includes("/profile/audition-registrations"),
      to: "/admin/payment-methods",
    },
    { name: "slide", done: hasRows("slides"), to: "/admin/slides" },
    { name: "aboutUsSection", done: hasRows("about_us_section"), to: "/admin/about-us-section" },
    { name: "aboutUs", done: hasRows("about_us"), to: "/admin/about-us" },
    { name: "gallery", done: hasRows("gallery"), to: "/admin/gallery" },
    { name: "secondFactor", done: factor !== null, to: SECOND_FACTOR_PATH },
    { name: "order", done: hasOrders, to: "/products" },
  ] as const;
}
