// The page that a payment method is for, and whether buyers see it there.

import { useQuery } from "@tanstack/react-query";
import type { PaymentMethod } from "@/data/tables";
import { activeMethods, findReplacement, isPaymentPage, isReplacedBy, paymentPages } from "@/entities/paymentMethod";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { ChoiceField } from "../kit/fields";
import { useFormState } from "../kit/formState";
import { countsKey } from "../kit/useRows";

/** Undefined while nobody knows. */
function useShownMethods() {
  return useQuery({ queryKey: [...countsKey, "shown methods"], queryFn: activeMethods }).data;
}

const accountOf = (method: PaymentMethod) => `${method.payment_account} ${method.account_number}`;

export function PaymentPageCell({ method }: { method: PaymentMethod }) {
  const { payment: words } = useAdminMessages();
  const shown = useShownMethods();
  const other = shown && findReplacement(method.pathname, method.uuid, shown);
  // What was added a moment ago is newer than what was read as shown.
  const newer = other && isReplacedBy(method, other) && words.newer(accountOf(other));
  const why = isPaymentPage(method.pathname) ? newer : words.noPage;
  return (
    <>
      {method.pathname}
      {why && (
        <span className="mt-1 block text-caption">
          <Badge tone="amber">{words.unseen}</Badge>
          <span className="block text-muted">{why}</span>
        </span>
      )}
    </>
  );
}

interface PaymentPageFieldProps {
  path: string;
  onChosen: (path: string) => void;
}

export function PaymentPageField({ path, onChosen }: PaymentPageFieldProps) {
  const { payment: words } = useAdminMessages();
  const pages = paymentPages.map((value) => ({ value, label: words.pages[value] }));
  return (
    <div className="flex flex-col gap-1.5">
      <ChoiceField name="pathname" options={pages} placeholder={words.choosePage} onChosen={onChosen} />
      {path && <p className="text-caption text-muted">{words.storedAs(path)}</p>}
      <p role="status" className="text-caption text-processed">
        {path && <WhoSees path={path} />}
      </p>
    </div>
  );
}

/** A new method is the newest. */
function WhoSees({ path }: { path: string }) {
  const { payment: words } = useAdminMessages();
  const method = useFormState().record as PaymentMethod | null;
  const shown = useShownMethods();
  if (!isPaymentPage(path)) return `${words.unseen}. ${words.noPage}`;
  const other = shown && findReplacement(path, method?.uuid, shown);
  if (!other) return null;
  return method && isReplacedBy(method, other)
    ? `${words.unseen}. ${words.newer(accountOf(other))}`
    : words.replaces(accountOf(other));
}
