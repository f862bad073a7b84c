// Forms for the received amount and for refunds of a payment whose order may be deleted.

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, Fragment, type ReactNode, useState } from "react";
import { recordReceivedAmount, recordRefund } from "@/data/refunds";
import type { Payment, ReviewedRecord } from "@/data/tables";
import { QuestionDialog } from "@/entities/QuestionDialog";
import { useFormSubmission, type ValidationResult } from "@/entities/useSubmission";
import { formatShopDay } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { parseRupiah } from "@/lib/numbers";
import { useReviewMessages } from "@/messages/review";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { Field } from "@/ui/Field";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { REVIEW_QUERY_KEY } from "./reviewQueryKeys";

type PaidRecord = Pick<Payment, "place" | "record" | "amount">;

/** Collapsed below the title. */
export function ReceivedAndRefundForms({ of, title }: { of: PaidRecord; title: string }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2">{title}</summary>
      <div className="flex flex-col gap-6 py-3">
        <ReceivedForm of={of} />
        <RefundForm of={{ place: of.place, record: of.record }} />
      </div>
    </details>
  );
}

function ReceivedForm({ of }: { of: PaidRecord }) {
  const { money: words } = useReviewMessages();
  // Nothing is more than an amount that isn't known.
  const due = of.amount ?? Number.POSITIVE_INFINITY;
  /** More than is to be paid, until it is confirmed. */
  const [asked, setAsked] = useState<number | null>(null);
  const form = useRefundFormSubmission<{ amount: number }>(
    ({ amount }) => recordReceivedAmount(of.place, of.record, amount),
    (entered) => parseAmount(entered, words.amountMissing, 0),
  );
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const amount = parseRupiah(String(new FormData(event.currentTarget).get("amount")));
    if (typeof amount !== "number" || amount <= due) return form.onSubmit(event);
    event.preventDefault();
    setAsked(amount);
  };
  return (
    <>
      <MoneyForm form={{ ...form, onSubmit }} submit={words.recordReceived}>
        <Field label={words.received} name="amount" inputMode="numeric" autoComplete="off" />
      </MoneyForm>
      <QuestionDialog
        open={asked !== null}
        title={words.received}
        question={words.isMore(formatRupiah(asked ?? 0), formatRupiah(due))}
        confirm={words.recordReceived}
        onConfirm={() => form.run({ amount: asked ?? 0 })}
        onClose={() => setAsked(null)}
        isRisky
      />
    </>
  );
}

type RefundValues = { amount: number; refunded_on: string; way: string; note: string | null };

function RefundForm({ of }: { of: ReviewedRecord }) {
  const { money: words } = useReviewMessages();
  // Of all attempts until one is stored; then the fields are empty again.
  const [refund, setRefund] = useState(() => crypto.randomUUID());
  const today = formatShopDay(new Date());
  const form = useRefundFormSubmission<RefundValues>(
    async (values) => {
      await recordRefund({ ...of, ...values, refund });
      setRefund(crypto.randomUUID());
    },
    (entered) => {
      const amount = parseAmount(entered, words.amountMissing, 1);
      if (!("values" in amount)) return amount;
      const [refunded_on, way, note] = ["refunded_on", "way", "note"].map((name) => String(entered.get(name)).trim());
      if (!refunded_on || !way)
        return {
          errors: [words.dayAndWayMissing],
          invalid: new Map([[refunded_on ? "way" : "refunded_on", words.dayAndWayMissing]]),
        };
      return { values: { ...amount.values, refunded_on, way, note: note || null } };
    },
  );
  return (
    <MoneyForm form={form} submit={words.recordRefund}>
      <Fragment key={refund}>
        <Field label={words.refund} name="amount" inputMode="numeric" autoComplete="off" />
        <Field label={words.day} name="refunded_on" type="date" max={today} defaultValue={today} />
        <Field label={words.way} name="way" maxLength={100} />
        <Field label={words.note} name="note" maxLength={500} />
      </Fragment>
    </MoneyForm>
  );
}

function parseAmount(entered: FormData, missing: string, min: number): ValidationResult<{ amount: number }> {
  const amount = parseRupiah(String(entered.get("amount")));
  return typeof amount !== "number" || amount < min
    ? { errors: [missing], invalid: new Map([["amount", missing]]) }
    : { values: { amount } };
}

type MoneySubmission<Values> = Pick<
  ReturnType<typeof useFormSubmission<Values>>,
  "busy" | "errors" | "invalid" | "onSubmit" | "recheck"
>;

export function useRefundFormSubmission<Values = unknown>(
  act: (values: Values) => Promise<void>,
  check?: (entered: FormData) => ValidationResult<Values>,
) {
  const queryClient = useQueryClient();
  return useFormSubmission<Values>({
    act: act,
    ...(check && { check }),
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: REVIEW_QUERY_KEY });
    },
  });
}

function MoneyForm<Values>({
  form,
  submit,
  children,
}: {
  form: MoneySubmission<Values>;
  submit: string;
  children: ReactNode;
}) {
  return (
    <form
      noValidate
      onSubmit={form.onSubmit}
      onInput={(event) => form.recheck(event.currentTarget)}
      aria-busy={form.busy}
      className="flex flex-col gap-3"
    >
      <ErrorList errors={form.errors} />
      <FieldErrorsContext value={form.invalid}>{children}</FieldErrorsContext>
      <Button type="submit" look="outline" disabled={form.busy} className="self-start">
        {submit}
      </Button>
    </form>
  );
}
