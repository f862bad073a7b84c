// The shop settings as one form, initially with the effective values, including those from brand.toml.

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as v from "valibot";
import { EditConflictError, fetchRow, insertRow, type RecordValues, updateRow } from "@/data/records";
import { refetchShop } from "@/data/shop";
import type { ShopSettings } from "@/data/tables";
import { shopSettingsSchema } from "@/entities/shopSettingsSchema";
import { toFields } from "@/lib/typeGuards";
import { useAdminMessages } from "@/messages/admin";
import { Skeleton } from "@/ui/Skeleton";
import { translationsSchema } from "../kit/bilingual";
import { useRunWithRecentSignIn } from "../kit/RecentSignInProvider";
import { RecordForm } from "../kit/RecordForm";
import type { CreateFormSchema } from "../kit/resource";
import { useDiscardGuard } from "../kit/useDiscardGuard";
import { useReloadTable } from "../kit/useRows";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { conflictColumns, getInitialValues, withoutOldTranslation } from "./getInitialValues";
import { ShopSettingsFields } from "./ShopSettingsFields";

const TABLE = "shop_settings";
/** The UUID of the table's only row. */
const UUID = "00000000-0000-4000-8000-000000000001";
/** Contains no table name, so that changes do not remount the form while somebody types. */
const key = ["admin", "the form of the shop"] as const;

const form: CreateFormSchema = (is) => v.intersect([shopSettingsSchema(is), translationsSchema]);

export function ShopSettingsPage() {
  const a = useAdminMessages();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: fetchStored,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <div className="max-w-2xl">
      <p className="max-w-prose pb-6 text-muted">{a.shopSettings.lead}</p>
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined ? !error && <Skeleton className="h-96 w-full" /> : <SettingsForm stored={data} />}
    </div>
  );
}

function SettingsForm({ stored }: { stored: ShopSettings | null }) {
  const withRecentSignIn = useRunWithRecentSignIn();
  const reloadTable = useReloadTable(TABLE);
  const { preventsClose: _, confirmation, ...guard } = useDiscardGuard(() => undefined);
  const reload = async () => {
    refetchShop();
    await reloadTable();
  };
  return (
    <>
      {confirmation}
      <RecordForm
        record={stored}
        initialValues={getInitialValues}
        draft={`${TABLE} ${UUID}`}
        form={form}
        columns={conflictColumns}
        save={(row, uuid, values) => withRecentSignIn(() => save(row, uuid, withoutOldTranslation(values)))}
        reload={reload}
        readStored={fetchStored}
        Footer={Footer}
        {...guard}
      >
        <ShopSettingsFields />
      </RecordForm>
    </>
  );
}

const fetchStored = () => fetchRow<ShopSettings>(TABLE, UUID);

/** Handles two administrators creating the row at the same time as an edit conflict. */
async function save(row: ShopSettings | null, _: string, values: RecordValues): Promise<void> {
  const updated_at = new Date().toISOString();
  if (row) return updateRow(TABLE, row, { ...values, updated_at });
  try {
    await insertRow(TABLE, { uuid: UUID, ...values });
  } catch (failure) {
    if (toFields(failure).status !== 409) throw failure;
    throw new EditConflictError(await fetchRow(TABLE, UUID));
  }
}

function Footer({ children }: { children: ReactNode }) {
  return <div className="sticky bottom-0 z-10 flex flex-col gap-3 border-line border-t bg-paper py-4">{children}</div>;
}
