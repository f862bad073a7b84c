// Marks the orders on the slips as packed, so that their slips are not printed again.

import { packOrders } from "@/data/parcels";
import { useFormSubmission } from "@/entities/useSubmission";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";

interface MarkPackedButtonProps {
  orders: readonly string[];
  label?: string;
  onPacked?: () => void;
}

export function MarkPackedButton({ orders, label, onPacked }: MarkPackedButtonProps) {
  const { sending: words } = useAdminMessages();
  const toast = useToast();
  const { busy, errors, run } = useFormSubmission({
    act: async () => toast(words.packed((await packOrders(orders)).length)),
    onDone: () => onPacked?.(),
  });
  return (
    <div className="print:hidden">
      <ErrorList errors={errors} />
      <Button look="outline" disabled={busy} onClick={() => run()}>
        {label ?? words.theseArePacked}
      </Button>
    </div>
  );
}
