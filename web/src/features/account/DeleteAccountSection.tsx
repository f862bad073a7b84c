// Account deletion: names what is deleted and what is kept, then asks for the password.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deleteMyAccount, previewAccountRemoval } from "@/data/myData";
import { clearUserData } from "@/data/userData";
import { createSingleFieldReader, findFirstEmptyInput } from "@/entities/entry";
import { explainWrongPassword } from "@/entities/explainWrongPassword";
import { PasswordField } from "@/entities/PasswordField";
import { useFormSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorText } from "@/ui/ErrorText";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

export function DeleteAccountSection() {
  const m = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <section>
      <h2 className="text-heading">{m.myData.delete}</h2>
      <p className="mt-3">{m.myData.goes}</p>
      <p className="mt-3 mb-5">{m.myData.stays}</p>
      <Button look="outline" onClick={() => setOpen(true)}>
        {m.myData.delete}
      </Button>
      <Dialog
        open={open}
        title={m.myData.delete}
        closeLabel={m.common.close}
        onClose={() => setOpen(false)}
        closedBy="closerequest"
      >
        <DeleteForm onCancel={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}

function DeleteForm({ onCancel }: { onCancel: () => void }) {
  const m = useMessages();
  const toast = useToast();
  const navigate = useNavigate();
  const { errors, busy, onSubmit } = useFormSubmission({
    check: createSingleFieldReader("password"),
    act: deleteMyAccount,
    explain: explainWrongPassword(m.password.wrong),
    onDone: async () => {
      // Navigate first: the guard of the current page would redirect to the sign-in page.
      await navigate("/");
      clearUserData();
      toast(m.myData.farewell);
    },
    focusAfterReset: findFirstEmptyInput,
  });
  return (
    <form onSubmit={onSubmit} noValidate aria-busy={busy} className="flex flex-col gap-5">
      <ErrorText errors={errors} />
      <RemovalSummary />
      <p>{m.myData.sure}</p>
      <PasswordField autoComplete="current-password" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={busy}>
          {busy ? m.myData.deleting : m.myData.deleteForGood}
        </Button>
        <Button look="outline" onClick={onCancel}>
          {m.common.cancel}
        </Button>
      </div>
    </form>
  );
}

/** The numbers of affected records; optional, if they cannot be read. */
function RemovalSummary() {
  const m = useMessages().myData;
  const { data } = useQuery({ queryKey: ["my_removal"], queryFn: previewAccountRemoval, gcTime: 0 });
  return (
    data && (
      <ul className="list-disc pl-5">
        <li>{m.goingRecords(data.registrations, data.announcements, data.pictures)}</li>
        <li>{m.stayingOrders(data.orders)}</li>
        {data.open_orders > 0 && <li>{m.openOrders(data.open_orders)}</li>}
      </ul>
    )
  );
}
