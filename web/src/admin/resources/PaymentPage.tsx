// The page of a payment method, and whether buyers see the method there.

import { useQuery } from "@tanstack/react-query";
import { fetchPaymentMethodWithout } from "@/data/paymentMethods";
import type { PaymentMethod } from "@/data/tables";
import {
  fetchActiveMethods,
  findReplacement,
  isPaymentPath,
  isReplacedBy,
  PAYMENT_PATHS,
} from "@/entities/paymentMethod";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { ChoiceField } from "../kit/fields";
import { useRecordFormState } from "../kit/formState";
import { COUNTS_QUERY_KEY } from "../kit/useRows";

/** Undefined while loading. */
function useActiveMethods() {
  return useQuery({ queryKey: [...COUNTS_QUERY_KEY, "shown methods"], queryFn: fetchActiveMethods }).data;
}

const accountOf = (method: PaymentMethod) => `${method.payment_account} ${method.account_number}`;

export function PaymentPageCell({ method }: { method: PaymentMethod }) {
  const { payment: words } = useAdminMessages();
  const active = useActiveMethods();
  const other = active && findReplacement(method.pathname, method.uuid, active);
  // A method just added may be newer than the cached active one.
  const newer = other && isReplacedBy(method, other) && words.newer(accountOf(other));
  const reason = isPaymentPath(method.pathname) ? newer : words.noPage;
  return (
    <>
      {method.pathname}
      {reason && (
        <span className="mt-1 block text-caption">
          <Badge tone="amber">{words.unseen}</Badge>
          <span className="block text-muted">{reason}</span>
        </span>
      )}
    </>
  );
}

/** Where a page's active method is deleted, an older one is shown again, or none. */
export function PaymentDeletionNote({ rows }: { rows: readonly PaymentMethod[] }) {
  const { payment: words } = useAdminMessages();
  const uuids = rows.map(({ uuid }) => uuid);
  const paths = PAYMENT_PATHS.filter((path) => rows.some(({ pathname }) => pathname === path));
  const active = useActiveMethods();
  const { data: left } = useQuery({
    queryKey: [...COUNTS_QUERY_KEY, "methods without", uuids],
    queryFn: () => Promise.all(paths.map((path) => fetchPaymentMethodWithout(uuids, path))),
  });
  const notes = paths.map((path, index) => {
    const isDeleted = active?.some((method) => method?.pathname === path && uuids.includes(method.uuid));
    const method = left?.[index];
    return isDeleted && method !== undefined && words.afterDeletion(words.pages[path], method && accountOf(method));
  });
  return (
    <p role="status" className="mt-4 text-processed">
      {notes.filter(Boolean).join(" ")}
    </p>
  );
}

interface PaymentPageFieldProps {
  path: string;
  onChosen: (path: string) => void;
}

export function PaymentPageField({ path, onChosen }: PaymentPageFieldProps) {
  const { payment: words } = useAdminMessages();
  const pages = PAYMENT_PATHS.map((value) => ({ value, label: words.pages[value] }));
  return (
    <div className="flex flex-col gap-1.5">
      <ChoiceField name="pathname" options={pages} placeholder={words.choosePage} onChosen={onChosen} />
      {path && <p className="text-caption text-muted">{words.storedAs(path)}</p>}
      <p role="status" className="text-caption text-processed">
        {path && <VisibilityNote path={path} />}
      </p>
    </div>
  );
}

/** A new method replaces the active one. */
function VisibilityNote({ path }: { path: string }) {
  const { payment: words } = useAdminMessages();
  const method = useRecordFormState().record as PaymentMethod | null;
  const active = useActiveMethods();
  if (!isPaymentPath(path)) return `${words.unseen}. ${words.noPage}`;
  const other = active && findReplacement(path, method?.uuid, active);
  if (!other) return null;
  return method && isReplacedBy(method, other)
    ? `${words.unseen}. ${words.newer(accountOf(other))}`
    : words.replaces(accountOf(other));
}
