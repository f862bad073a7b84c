// The administrator's notification settings, the same as everybody's.
import NotificationSettings from "@/entities/NotificationSettings";
import { useAdminMessages } from "@/messages/admin";

export default function NotificationsPage() {
  return (
    <>
      <p className="max-w-prose pb-5">{useAdminMessages().sidebar.notificationsLead}</p>
      <NotificationSettings />
    </>
  );
}
