// The end of an account: what goes and what stays is named before, the password is asked for, and then it is done.

import { useQuery } from "@tanstack/react-query";
import { useActionState, useState } from "react";
import { deleteMyAccount, readMyRemoval } from "@/data/myData";
import { forgetPerson } from "@/data/signOut";
import { useMessages } from "@/messages/account";
import { sentenceFor } from "@/messages/failures";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import { ErrorLine } from "./ErrorLine";
import { PasswordField } from "./PasswordField";

export function DeleteAccount() {
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
  const [failure, submit, pending] = useActionState(async (_: string | null, entered: FormData) => {
    try {
      await deleteMyAccount(String(entered.get("password") ?? ""));
    } catch (caught) {
      return sentenceFor(caught, m);
    }
    // First to a page that stays: the guard of this one would send the leaving person to sign in.
    await navigate("/");
    forgetPerson();
    toast(m.myData.farewell);
    return null;
  }, null);
  return (
    <form action={submit} noValidate aria-busy={pending} className="flex flex-col gap-5">
      {failure && <ErrorLine>{failure}</ErrorLine>}
      <WhatGoes />
      <p>{m.myData.sure}</p>
      <PasswordField autoComplete="current-password" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={pending}>
          {pending ? m.myData.deleting : m.myData.deleteForGood}
        </Button>
        <Button look="outline" onClick={onCancel}>
          {m.common.cancel}
        </Button>
      </div>
    </form>
  );
}

/** In numbers, beside the page's sentences, which stand also when these can't be read. */
function WhatGoes() {
  const m = useMessages().myData;
  const { data } = useQuery({ queryKey: ["my_removal"], queryFn: readMyRemoval, gcTime: 0 });
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
