// The user's own data: notifications, password, data export, account deletion.

import { fetchMyData } from "@/data/myData";
import ChangePasswordForm from "@/entities/ChangePasswordForm";
import NotificationSettings from "@/entities/NotificationSettings";
import { useFormSubmission } from "@/entities/useSubmission";
import { brand } from "@/lib/config";
import { downloadText } from "@/lib/download";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { ErrorText } from "@/ui/ErrorText";
import { PageTitle } from "@/ui/PageTitle";
import { DeleteAccountSection } from "./DeleteAccountSection";

export default function MyDataPage() {
  const pageTitle = usePageTitle();
  return (
    <div className="measure">
      <PageTitle>{pageTitle}</PageTitle>
      <div className="grid max-w-prose gap-14">
        <Notifications />
        <Password />
        <Download />
        <DeleteAccountSection />
      </div>
    </div>
  );
}

function Notifications() {
  const { title, lead } = useMessages().notifications;
  return (
    <section>
      <h2 className="text-heading">{title}</h2>
      <p className="mt-3 mb-5">{lead}</p>
      <NotificationSettings />
    </section>
  );
}

function Password() {
  return (
    <section>
      <h2 className="mb-3 text-heading">{useMessages().password.title}</h2>
      <ChangePasswordForm />
    </section>
  );
}

function Download() {
  const m = useMessages();
  const { errors, busy, run } = useFormSubmission({
    act: async () =>
      downloadText(JSON.stringify(await fetchMyData(), null, 2), `${brand.prefix}my-data.json`, "application/json"),
  });
  return (
    <section>
      <h2 className="text-heading">{m.myData.download}</h2>
      <p className="mt-3 mb-5">{m.myData.downloadLead}</p>
      <ErrorText errors={errors} />
      <Button onClick={() => run()} disabled={busy}>
        {busy ? m.myData.collecting : m.myData.downloadNow}
      </Button>
    </section>
  );
}
