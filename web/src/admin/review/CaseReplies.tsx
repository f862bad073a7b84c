// Prepared WhatsApp replies to the person of a case, one per possible state.

import type { ReviewCaseData } from "@/data/reviews";
import { type OrderState, transactionStatuses } from "@/data/tables";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { getOrderState } from "@/entities/transaction";
import { formatRupiah } from "@/lib/money";
import { getShop } from "@/lib/shop";
import { useAdminMessages } from "@/messages/admin";
import { buildFeeReplies, buildOrderReplies } from "@/messages/orderReplies";
import { WhatsAppReplies, type WhatsAppReply } from "../WhatsAppReplies";
import { getTotalAndAmount } from "./caseDetails";

const feeStates = ["Processed", "Accepted", "Rejected"] as const;

export function CaseReplies({ of, number }: { of: ReviewCaseData; number: string }) {
  const a = useAdminMessages();
  const facts = {
    shop: getShop().name,
    name: of.delivery?.name ?? of.buyer?.name ?? "",
    reason: of.review?.reason ?? null,
  };
  const orderFacts = {
    ...facts,
    number: formatOrderNumber(of.record.uuid),
    total: formatRupiah(getTotalAndAmount(of)?.amount ?? 0),
  };
  const toReply = (state: OrderState, sentences: WhatsAppReply["sentences"]) => ({
    word: a.transactions.statuses[state],
    sentences,
  });
  const replies =
    of.place === "transactions"
      ? transactionStatuses
          .map((status) => getOrderState(status, of.payment))
          .map((state) => toReply(state, buildOrderReplies(state, orderFacts)))
      : feeStates.map((state) => toReply(state, buildFeeReplies(facts)[state]));
  return (
    <details>
      <summary className="min-h-11 content-center">{a.orderPerson.answers}</summary>
      <WhatsAppReplies number={number} answers={replies} />
    </details>
  );
}
