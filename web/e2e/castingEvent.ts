// An event with people who were announced, as the tests of doors, boards and stages need it.
import { exampleRow } from "./exampleRows.ts";
import { png } from "./pictures.ts";
import type { Account, Shop } from "./shop.ts";

export interface Registered {
  uuid: string;
  number: number;
  name: string;
  token: string;
}

/** An event that is open; those named are registered in this order. */
export async function openEvent(shop: Shop, admin: Account, names: readonly string[]): Promise<string> {
  const facts = { name: "Malam Tapis", asked: [], days: [], opens_at: "2020-01-01T00:00:00Z", fee: 0 };
  const [event] = await shop.add("events", { ...(await exampleRow(shop, "events", admin)), published: true, ...facts });
  await registerFor(shop, names);
  return String(event?.uuid);
}

/** They register for the event that is open. */
export async function registerFor(shop: Shop, names: readonly string[]): Promise<void> {
  const comcard_image = await shop.store("audition-registrations/comcards", png(300, 400));
  const card = { ...(await exampleRow(shop, "audition_registrations", await shop.person("talent"))), comcard_image };
  for (const name of names) {
    const { id: user_id } = await shop.person("talent");
    const sent = { ...card, user_id, uuid: crypto.randomUUID(), name, created_at: new Date().toISOString() };
    await shop.add("audition_registrations", sent);
  }
}

/** More registrants than one answer of the server holds, in one statement; their cards were deleted since. */
export function fillNumbers(shop: Shop, event: string, from: number, until: number): Promise<void> {
  return shop.sql(
    `insert into public.event_registrations (uuid, event_uuid, number)
    select gen_random_uuid(), '${event}', number from generate_series(${from}, ${until}) as number`,
  );
}

/** As somebody who is signed in, past the screens. */
export async function rpc<Told>(shop: Shop, who: Account, name: string, values: object): Promise<Told> {
  const { access_token } = await shop.signInAs(who.email, who.password);
  const answer = await fetch(`${shop.facts.url}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: {
      apikey: shop.facts.anonKey,
      Authorization: `Bearer ${access_token}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(values),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : null) as Told;
}

export async function registeredOf(shop: Shop, event: string): Promise<Registered[]> {
  const query = `event_uuid=eq.${event}&order=number&select=uuid,number,audition_registrations(name),passes(token)`;
  const rows = await shop.rows("event_registrations", query);
  return rows.map((row) => ({
    uuid: row.uuid,
    number: Number(row.number),
    name: String((row.audition_registrations as { name: string } | null)?.name),
    token: String(([row.passes].flat()[0] as { token: string } | null)?.token),
  }));
}

/** Everybody, with the decision of their place; the others are accepted. */
export async function announceAll(shop: Shop, admin: Account, event: string, declined: readonly number[] = []) {
  const people = await registeredOf(shop, event);
  const no = people.filter(({ number }) => declined.includes(number));
  const accepted = people.filter(({ number }) => !declined.includes(number));
  const decide = (some: Registered[], decision: string) =>
    some.length > 0 &&
    rpc(shop, admin, "decide", { registration_uuids: some.map(({ uuid }) => uuid), changes: { decision } });
  await decide(accepted, "accept");
  await decide(no, "decline");
  await rpc(shop, admin, "announce", { event_uuid: event, accepted: accepted.length, declined: no.length });
  return registeredOf(shop, event);
}

export async function removeEvents(shop: Shop): Promise<void> {
  await shop.empty("audition_registrations", "audition_announcements");
  await shop.sql("delete from public.event_registrations; delete from public.events");
}
