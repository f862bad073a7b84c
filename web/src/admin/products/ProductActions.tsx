// The main actions on a product: edit, publish or hide.

import { updateRow } from "@/data/records";
import type { Product } from "@/data/tables";
import { useFormSubmission } from "@/entities/useSubmission";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";
import type { CompactView } from "../kit/resource";
import { useFormatErrors } from "../kit/useFormatErrors";
import { useReloadTable } from "../kit/useRows";

export const ProductActions: CompactView<Product>["Actions"] = ({ row, of, onEdit }) => {
  const { products: words, table } = useAdminMessages();
  const reload = useReloadTable("products");
  const toast = useToast();
  const { busy, errors, run } = useFormSubmission({
    act: () => updateRow("products", row, { hidden: !row.hidden }).finally(reload),
    onDone: () => toast(row.hidden ? words.published(row.heading) : words.nowHidden(row.heading)),
    explain: useFormatErrors(),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-5">
      <Button look="quiet" aria-describedby={of} onClick={() => onEdit(row)}>
        {table.edit}
      </Button>
      <Button look="quiet" aria-describedby={of} disabled={busy} onClick={() => run()}>
        {row.hidden ? words.publish : words.hide}
      </Button>
      <ErrorList errors={errors} />
    </div>
  );
};
