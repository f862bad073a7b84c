// Notification preferences: email, push on this device, and language.
import { config } from "@/lib/config";
import type { Language } from "@/lib/language";
import { registerServiceWorker, supportsServiceWorkers } from "@/lib/serviceWorker";
import { type RestClient, restClient } from "./backend";

export interface NotificationChoices {
  /** Null if the shop sends no emails. */
  mail: boolean | null;
  device: boolean;
  language: Language;
  /** The VAPID public key. */
  key: string;
}

/** Why push is unavailable: the app must be installed first, the browser has no push, or permission was denied. */
type Obstacle = "install" | "unsupported" | "denied";

/** Null if the backend sends no notifications, as on a hosted project, which has no gateway. */
export async function fetchNotificationChoices(
  userId: string,
  defaultLanguage: Language,
): Promise<NotificationChoices | null> {
  const tables = await restClient();
  const [key, choices] = await Promise.all([
    tables.rpc("push_key").throwOnError(),
    tables.from("notification_choices").select("mail,language").eq("user_id", userId).maybeSingle().throwOnError(),
  ]);
  if (!key.data) return null;
  const { mail = true, language } = choices.data ?? {};
  return {
    mail: config.mail ? mail : null,
    device: await isSubscribed(),
    language: (language as Language | null | undefined) ?? defaultLanguage,
    key: key.data,
  };
}

/** Whether the person has any device that is told, this one or another. */
export async function hasSubscribedDevice(): Promise<boolean> {
  const rows = (await restClient()).from("push_subscriptions").select("endpoint", { count: "exact", head: true });
  return ((await rows.throwOnError()).count ?? 0) > 0;
}

export function getNotificationObstacle(): Obstacle | null {
  if (!supportsServiceWorkers() || !("PushManager" in globalThis) || !("Notification" in globalThis)) {
    const isApplePhone = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && hasTouch());
    return isApplePhone ? "install" : "unsupported";
  }
  return Notification.permission === "denied" ? "denied" : null;
}

export async function setMailNotifications(user_id: string, mail: boolean, language: Language): Promise<void> {
  await (await restClient()).from("notification_choices").upsert({ user_id, mail, language }).throwOnError();
}

/** Whether mails are wanted stays as it is stored. */
export async function setNotificationLanguage(user_id: string, language: Language): Promise<void> {
  await (await restClient()).from("notification_choices").upsert({ user_id, language }).throwOnError();
}

/** Requests permission; false if denied. Storing an existing endpoint again updates its language. */
export async function subscribeDevice(user_id: string, key: string, language: Language): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await registerServiceWorker();
  const existing = await pushManager.getSubscription();
  if (existing && !usesKey(existing, key)) await existing.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  const row = { user_id, endpoint: subscription.endpoint, p256dh, auth, language };
  await (await restClient()).from("push_subscriptions").insert(row).throwOnError();
  return true;
}

export async function unsubscribeDevice(): Promise<void> {
  const endpoint = await unsubscribeBrowser();
  if (endpoint) await deleteSubscription(endpoint, await restClient());
}

/** Ends push on this device, whatever the server has stored; returns the endpoint. */
export async function unsubscribeBrowser(): Promise<string | undefined> {
  const subscription = await deviceSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}

export async function deleteSubscription(endpoint: string, tables: RestClient): Promise<void> {
  await tables.from("push_subscriptions").delete().eq("endpoint", endpoint).throwOnError();
}

/** A subscription ends with the session that created it; this assigns it to the current session. */
export async function claimDeviceSubscription(): Promise<void> {
  const subscription = await deviceSubscription();
  if (!subscription) return;
  const devices = (await restClient()).from("push_subscriptions");
  const fields = "user_id,endpoint,p256dh,auth,language";
  const { data } = await devices.select(fields).eq("endpoint", subscription.endpoint).throwOnError();
  if (data.length > 0) await devices.insert(data).throwOnError();
}

async function isSubscribed(): Promise<boolean> {
  const subscription = await deviceSubscription();
  if (!subscription || Notification.permission !== "granted") return false;
  const own = (await restClient()).from("push_subscriptions").select("uuid").eq("endpoint", subscription.endpoint);
  return (await own.throwOnError()).data.length > 0;
}

async function deviceSubscription(): Promise<PushSubscription | null> {
  if (getNotificationObstacle()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function usesKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === key;
}

function hasTouch(): boolean {
  return navigator.maxTouchPoints > 1;
}
