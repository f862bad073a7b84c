// Bulk actions on products besides setting their state: changing the category, duplicating.

import { useId, useRef, useState } from "react";
import { usePublicRead } from "@/data/publicRead";
import { productCategoriesQuery } from "@/data/queries";
import { fetchRow, updateRow } from "@/data/records";
import type { Product } from "@/data/tables";
import { useFormSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { Field } from "@/ui/Field";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { useToast } from "@/ui/Toast";
import { forEachSequentially } from "../kit/forEachSequentially";
import { useFormatErrors } from "../kit/useFormatErrors";
import { useReloadTable } from "../kit/useRows";
import { duplicateProduct } from "./duplicateProduct";

export function ProductBulkActions({ rows }: { rows: readonly Product[] }) {
  const m = useMessages();
  const { products: words } = useAdminMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {words.setCategory}
      </Button>
      <Duplicate key={rows.map(({ uuid }) => uuid).join()} rows={rows} />
      <Dialog open={open} title={words.setCategory} closeLabel={m.common.close} onClose={() => setOpen(false)}>
        <CategoryForm rows={rows} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function CategoryForm({ rows, onClose }: { rows: readonly Product[]; onClose: () => void }) {
  const a = useAdminMessages();
  const toast = useToast();
  const reload = useReloadTable("products");
  const list = useId();
  const { data: categories } = usePublicRead(productCategoriesQuery);
  const { busy, errors, invalid, onSubmit } = useFormSubmission<string>({
    check: (entered) => {
      const category = String(entered.get("category") ?? "").trim();
      const missing = a.rules.required(a.fields.category);
      return category ? { values: category } : { errors: [missing], invalid: new Map([["category", missing]]) };
    },
    act: (category) => forEachSequentially(rows, (row) => updateRow("products", row, { category })).finally(reload),
    onDone: () => toast(a.form.saved),
    leave: onClose,
    explain: useFormatErrors(),
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <ErrorList errors={errors} />
      <datalist id={list}>
        {categories?.map(({ category }) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <FieldErrorsContext value={invalid}>
        <Field label={a.products.chooseCategory} name="category" list={list} maxLength={200} autoComplete="off" />
      </FieldErrorsContext>
      <Button type="submit" disabled={busy}>
        {a.form.submit}
      </Button>
    </form>
  );
}

/** Duplicates are hidden at first, so that visitors do not see a product twice. */
function Duplicate({ rows }: { rows: readonly Product[] }) {
  const { products: words } = useAdminMessages();
  const toast = useToast();
  const reload = useReloadTable("products");
  /** The copies' UUIDs by those of their originals, until all are stored: pressed again, none is made twice. */
  const copies = useRef(new Map<string, string>());
  const duplicate = async (row: Product) => {
    const tried = copies.current.get(row.uuid);
    if (tried && (await fetchRow("products", tried))) return;
    const uuid = tried ?? crypto.randomUUID();
    copies.current.set(row.uuid, uuid);
    await duplicateProduct(row, uuid, words.copyOf(row.heading));
  };
  const { busy, errors, run } = useFormSubmission({
    act: () => forEachSequentially(rows, duplicate).finally(reload),
    onDone: () => {
      copies.current.clear();
      toast(words.duplicated(rows.length));
    },
    explain: useFormatErrors(),
  });
  return (
    <>
      <Button look="quiet" disabled={busy} onClick={() => run()}>
        {words.duplicate}
      </Button>
      <ErrorList errors={errors} />
    </>
  );
}
