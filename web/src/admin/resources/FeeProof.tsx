// The proof of a registration's fee in the list and form, with its review, or a note if the registration was free.

import { useQuery } from "@tanstack/react-query";
import { createContext, type PropsWithChildren, use } from "react";
import { feeImage } from "@/data/auditions";
import { fetchPayments, isFreePayment } from "@/data/payments";
import type { AuditionRegistration } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { useRecordFormState } from "../kit/formState";
import { PictureField } from "../kit/PictureField";
import { Thumbnail } from "../kit/Thumbnail";
import { getRowsQueryKey } from "../kit/useRows";
import { RecordReview } from "../review/RecordReview";

/** UUIDs of free registrations; undefined while loading. */
const FreeRegistrationsContext = createContext<ReadonlySet<string> | undefined>(undefined);

/** Loads in one query which registrations were free. If that fails, all show their stored proof. */
function useFreeRegistrations(uuids: readonly string[]): ReadonlySet<string> | undefined {
  const { data, error } = useQuery({
    queryKey: [...getRowsQueryKey("audition_registrations"), "free", uuids],
    queryFn: async () => {
      const payments = await fetchPayments("audition_registrations", uuids);
      return new Set(uuids.filter((uuid) => isFreePayment(payments.get(uuid))));
    },
  });
  return error ? noRegistrations : data;
}

const noRegistrations: ReadonlySet<string> = new Set();

export function FreeRegistrationsProvider({
  rows,
  children,
}: PropsWithChildren<{ rows: readonly AuditionRegistration[] }>) {
  return (
    <FreeRegistrationsContext value={useFreeRegistrations(rows.map(({ uuid }) => uuid))}>
      {children}
    </FreeRegistrationsContext>
  );
}

export function FeeProof({ registration }: { registration: AuditionRegistration }) {
  const a = useAdminMessages();
  const free = use(FreeRegistrationsContext);
  if (!free) return "…";
  if (free.has(registration.uuid)) return <span className="text-muted">{a.registrations.nothingToPay}</span>;
  return <Thumbnail picture={feeImage} image={registration.invoice_image} missing={a.table.missing} />;
}

export function FeeProofField() {
  const a = useAdminMessages();
  const record = useRecordFormState().record as AuditionRegistration | null;
  const free = useFreeRegistrations(record ? [record.uuid] : []);
  if (!free) return null;
  if (record && free.has(record.uuid))
    return (
      <div>
        <p className="font-semibold">{a.fields.invoice_image}</p>
        <p className="text-muted">{a.registrations.nothingToPay}</p>
      </div>
    );
  return (
    <>
      <PictureField picture={feeImage} example="/invoice-example.webp" />
      {record && <RecordReview table="audition_registrations" uuid={record.uuid} />}
    </>
  );
}
