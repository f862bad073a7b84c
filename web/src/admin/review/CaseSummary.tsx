// The facts of a case beside its proof: amount, account, time, person, purpose.

import { useQuery } from "@tanstack/react-query";
import { comcardImage } from "@/data/auditions";
import { fetchPaymentMethod } from "@/data/queries";
import type { ReviewCaseData } from "@/data/reviews";
import type { AuditionRegistration } from "@/data/tables";
import { DateTimeText } from "@/entities/DateTimeText";
import { getKeptAmount, getRest } from "@/entities/keptAmount";
import { PAYMENT_PATHS } from "@/entities/paymentMethod";
import { formatDay } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { useReviewMessages } from "@/messages/review";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { ContactDetails, LabelledValue } from "../ContactDetails";
import { Thumbnail } from "../kit/Thumbnail";
import { OrderLines } from "../resources/orderLines";
import { CaseRefunds } from "./CaseRefunds";
import { CaseReplies } from "./CaseReplies";
import { getPersonName, getTotalAndAmount, isFreeRegistration } from "./caseDetails";

export function CaseSummary({ of }: { of: ReviewCaseData }) {
  const { case: words } = useReviewMessages();
  const { language } = useLanguage();
  const { record, buyer, delivery, payment, refunds } = of;
  const whatsapp = delivery?.whatsapp ?? of.waiting?.whatsapp;
  const free = isFreeRegistration(of);
  return (
    <>
      {!free && <Amount of={of} />}
      {!free && payment && <CaseRefunds payment={payment} refunds={refunds} />}
      <dl className="grid grid-cols-[6.5rem_1fr] gap-x-4 gap-y-1">
        {!free && (
          <LabelledValue name={words.account}>
            <Account of={of} />
          </LabelledValue>
        )}
        <LabelledValue name={words.came[of.place]}>
          <DateTimeText moment={record.created_at} />
        </LabelledValue>
        <LabelledValue name={words.person}>{getPersonName(of)}</LabelledValue>
        <ContactDetails email={buyer?.email} whatsapp={whatsapp} delivery={delivery} />
        {of.lines.map((line) => (
          <LabelledValue key={`${line.booked_on} ${line.description}`} name={words.bankLine}>
            {formatDay(line.booked_on, language)}: {formatRupiah(line.amount)}
            <span className="block text-caption">{line.description}</span>
          </LabelledValue>
        ))}
        {of.place === "audition_registrations" && <Registrant registration={of.record} />}
      </dl>
      {of.place === "transactions" && (
        <OrderLines lines={of.record.transactions} deliveryMethod={of.record.delivery_way} />
      )}
      {whatsapp && !free && <CaseReplies of={of} number={whatsapp} />}
      <Link
        to={`/admin/${of.place.replaceAll("_", "-")}?q=${record.uuid}`}
        className={buttonClassName("quiet", "self-start")}
      >
        {words.openRecord}
      </Link>
    </>
  );
}

/** The amount to compare with the proof: what was asked for, or the rest of it. */
function Amount({ of }: { of: ReviewCaseData }) {
  const { case: words } = useReviewMessages();
  const due = getTotalAndAmount(of);
  if (!due) return <p className="text-muted">{words.noFee}</p>;
  const isExact = due.amount !== due.total;
  const asked = isExact ? words.exactAmount : words.amount;
  const rest = of.payment?.state === "waiting" ? getRest(due.amount, getKeptAmount(of.payment, of.refunds)) : null;
  return (
    <dl>
      <dt className="text-muted">{rest ? words.rest : asked}</dt>
      <dd className="font-display text-[2.75rem] tabular-nums leading-none">{formatRupiah(rest ?? due.amount)}</dd>
      {rest && <SmallAmount name={asked} amount={due.amount} />}
      {isExact && <SmallAmount name={words.total} amount={due.total} />}
    </dl>
  );
}

function SmallAmount({ name, amount }: { name: string; amount: number }) {
  return (
    <div className="mt-1 flex gap-x-2 text-muted tabular-nums">
      <dt>{name}</dt>
      <dd>{formatRupiah(amount)}</dd>
    </div>
  );
}

/** The account that the page shows now, with a note if it changed after the case was submitted. */
function Account({ of: { place, record } }: { of: ReviewCaseData }) {
  const { case: words } = useReviewMessages();
  const [cart, audition] = PAYMENT_PATHS;
  const pathname = place === "transactions" ? cart : audition;
  const { data } = useQuery({ queryKey: ["payment method", pathname], queryFn: () => fetchPaymentMethod(pathname) });
  if (data === null) return words.noAccount;
  if (!data) return "…";
  return (
    <>
      {data.payment_account} {data.account_number}
      <span className="block">{data.full_name}</span>
      {Date.parse(data.updated_at) > Date.parse(record.created_at) && (
        <span className="block text-caption text-processed">{words.accountChanged}</span>
      )}
    </>
  );
}

const registrantColumns = ["place_and_date_of_birth", "address", "age", "body_weight", "height"] as const;
const units: Partial<Record<(typeof registrantColumns)[number], string>> = { body_weight: "kg", height: "cm" };

function Registrant({ registration }: { registration: AuditionRegistration }) {
  const a = useAdminMessages();
  return (
    <>
      {registrantColumns.map((column) => (
        <LabelledValue key={column} name={a.fields[column]}>
          {[registration[column], units[column]].filter(Boolean).join(" ")}
        </LabelledValue>
      ))}
      <LabelledValue name={a.fields.comcard_image}>
        <Thumbnail picture={comcardImage} image={registration.comcard_image} missing={a.table.missing} />
      </LabelledValue>
    </>
  );
}
