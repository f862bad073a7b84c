// What a signed-in visitor who waits for a product may expect: to be told, or that notifications are off.

import { useEffect, useState } from "react";
import { fetchNotificationChoices, hasSubscribedDevice } from "@/data/notifications";
import { useSession } from "@/data/session";
import { useMessages } from "@/messages/account";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";

/** Unknown if the choices can't be read, or the backend sends no notifications. */
type Outlook = "told" | "off" | "unknown";

export default function BackInStockPromise({ size }: { size: string }) {
  const { backInStock: words, language } = useMessages();
  const userId = useSession().user.id;
  const [outlook, setOutlook] = useState<Outlook>();
  useEffect(() => {
    let isOutdated = false;
    fetchOutlook(userId, language).then((found) => isOutdated || setOutlook(found));
    return () => {
      isOutdated = true;
    };
  }, [userId, language]);
  if (!outlook) return null;
  return (
    <p role="status" className="py-2.5">
      {words[outlook](size)}{" "}
      {outlook === "off" && (
        <Link to="/profile/my-data" className={buttonClassName("quiet")}>
          {words.turnOn}
        </Link>
      )}
    </p>
  );
}

async function fetchOutlook(...asked: Parameters<typeof fetchNotificationChoices>): Promise<Outlook> {
  try {
    const choices = await fetchNotificationChoices(...asked);
    if (!choices) return "unknown";
    return choices.mail || choices.device || (await hasSubscribedDevice()) ? "told" : "off";
  } catch (failure) {
    console.warn(failure);
    return "unknown";
  }
}
