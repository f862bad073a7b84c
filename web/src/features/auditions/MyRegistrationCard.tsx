// A registration: its state, the next step, and the submitted data.

import { type ReactNode, useId } from "react";
import { comcardImage, feeImage } from "@/data/auditions";
import type { MyCasting } from "@/data/myCastings";
import { isFreePayment } from "@/data/payments";
import {
  type AuditionAnnouncement,
  type AuditionRegistration,
  eventQuestions,
  type Payment,
  type Refund,
} from "@/data/tables";
import { AnnouncementResultBadge } from "@/entities/AnnouncementFacts";
import { AskOnWhatsAppLink } from "@/entities/AskOnWhatsAppLink";
import { DateTimeText } from "@/entities/DateTimeText";
import { getKeptAmount } from "@/entities/keptAmount";
import { PaymentDetails } from "@/entities/PaymentDetails";
import { PersonalPicture } from "@/entities/PersonalPicture";
import { ReceivedFacts } from "@/entities/ReceivedFacts";
import { ResubmitProofForm } from "@/entities/ResubmitProofForm";
import { formatDateTime } from "@/lib/dates";
import { getTranslated } from "@/lib/getTranslated";
import { formatPhoneNumber } from "@/lib/whatsapp";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { Badge } from "@/ui/Badge";

export interface Registered {
  registration: AuditionRegistration;
  /** The newest announcement since, without those of other registrations. */
  answer: AuditionAnnouncement | undefined;
  /** Of the registration fee. */
  payment: Payment | undefined;
  /** Whether the fee is still decided on. */
  isFeeOpen: boolean;
  /** Of the registration fee, oldest first. */
  refunds: readonly Refund[];
  /** The event it was submitted for, if any. */
  casting: MyCasting | undefined;
}

interface Props extends Registered {
  /** Each then names its person. */
  isOneOfSeveral: boolean;
}

export function MyRegistrationCard({ isOneOfSeveral, ...registered }: Props) {
  const { registration, answer, payment, isFeeOpen, refunds, casting } = registered;
  const { registration: words, casting: castingWords } = useMessages();
  const { language } = useLanguage();
  const section = useId();
  const owes = isFeeOpen && payment?.state === "rejected";
  const event = casting?.events && getTranslated(casting.events, "name", language);
  const person = isOneOfSeveral && registration.name;
  const number = casting ? castingWords.number(casting.number) : formatDateTime(registration.created_at, language);
  const label = [event, person, person && number].filter(Boolean).join(", ");
  return (
    <section
      id={section}
      aria-label={label ? `${words.mine}: ${label}` : words.mine}
      className="mb-14 border-text border-t pt-5"
    >
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-heading">{person ? `${words.mine}: ${person}` : words.mine}</h2>
        {answer ? <AnnouncementResultBadge announcement={answer} /> : <FeeState payment={payment} />}
      </header>
      {isFeeOpen && payment?.reason && (
        <p className="mb-3 whitespace-pre-line border-danger border-l-2 py-1 pl-4">{payment.reason}</p>
      )}
      <p className="mb-6 max-w-prose text-lg">
        {answer ? words[nextAfterAnswer(answer)] : words[next[registrationState(payment)]]}
      </p>
      {answer && owes && <p className="mb-6 max-w-prose text-lg">{words.nextUnpaid}</p>}
      {owes && <ResubmitOptions {...{ registration, payment, refunds }} of={person ? section : undefined} />}
      <SubmittedData {...registered} />
    </section>
  );
}

interface ResubmitOptionsProps extends Pick<Registered, "registration" | "refunds"> {
  payment: Payment;
  /** Id of its section, where there are several. */
  of: string | undefined;
}

function ResubmitOptions({ registration, payment, refunds, of }: ResubmitOptionsProps) {
  const m = useMessages();
  const { total, amount, decided_at } = payment;
  return (
    <>
      <ResubmitProofForm
        record={{ place: "audition_registrations", uuid: registration.uuid }}
        rejectedAt={decided_at}
        queryName="my auditions"
        of={of}
      >
        {total !== null && amount !== null && (
          <PaymentDetails
            page="/profile/audition-registrations"
            total={total}
            amount={amount}
            received={getKeptAmount(payment, refunds)}
            of={of}
          />
        )}
      </ResubmitProofForm>
      <p className="mb-10">
        <AskOnWhatsAppLink question={m.registration.question(registration.name)} />
      </p>
    </>
  );
}

const next = {
  registered: "nextRegistered",
  paid: "nextPaid",
  unpaid: "nextUnpaid",
  waiting: "nextWaiting",
} as const;
const tone = { registered: "green", paid: "green", unpaid: "red", waiting: "amber" } as const;

function nextAfterAnswer(answer: AuditionAnnouncement) {
  if (!answer.audition_status) return "nextRejected";
  const hasTimes = answer.training_time || answer.rehearsal_time || answer.audition_time;
  return hasTimes ? "nextAcceptedWithTimes" : "nextAccepted";
}

function registrationState(payment: Payment | undefined): keyof typeof next {
  if (payment?.state === "accepted") return isFreePayment(payment) ? "registered" : "paid";
  return payment?.state === "rejected" ? "unpaid" : "waiting";
}

function FeeState({ payment }: Pick<Registered, "payment">) {
  const { registration: words } = useMessages();
  const state = registrationState(payment);
  return <Badge tone={tone[state]}>{words[state]}</Badge>;
}

const textColumns = ["name", "place_and_date_of_birth", "address", "age", "body_weight", "height"] as const;

/** Free registrations have no proof of payment. */
const picturesOf = (payment: Payment | undefined) =>
  isFreePayment(payment) ? [comcardImage] : [comcardImage, feeImage];

function SubmittedData({ registration, casting, payment, refunds }: Registered) {
  const { registration: words, casting: castingWords } = useMessages();
  const { fields } = words;
  const { language } = useLanguage();
  return (
    <dl className="grid gap-x-12 sm:grid-cols-2">
      {casting?.events && (
        <Fact name={words.event}>
          {`${getTranslated(casting.events, "name", language)}, ${castingWords.number(casting.number)}`}
        </Fact>
      )}
      <Fact name={words.sentOn}>
        <DateTimeText moment={registration.created_at} />
      </Fact>
      {textColumns.map((column) => (
        <Fact key={column} name={fields[column]}>
          {registration[column]}
        </Fact>
      ))}
      {eventQuestions.map((question) => {
        const answer = question === "height" ? undefined : casting?.answers[question];
        return (
          answer && (
            <Fact key={question} name={words.questions[question]}>
              {question === "whatsapp" ? formatPhoneNumber(answer) : answer}
            </Fact>
          )
        );
      })}
      <ReceivedFacts payment={payment} amount={payment?.amount ?? null} refunds={refunds} Fact={Fact} />
      {picturesOf(payment).map(({ column, folder }) => (
        <Fact key={column} name={fields[column]}>
          <PersonalPicture
            folder={folder}
            image={registration[column]}
            alt={fields[column]}
            width={96}
            height={128}
            whole
            opens
            missing={words.noLongerThere}
            className="h-32 w-24"
          />
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-x-4 border-line border-b py-2 max-[22rem]:flex-wrap">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line break-words text-right tabular-nums">{children}</dd>
    </div>
  );
}
