// How the administrator hears of new orders and registrations: the same choices as everybody's.
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
