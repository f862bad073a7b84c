// The casting desk with 400 registrations: decided by keys, scrolled, seen by two, announced, and let in at the door.
//
//   web/node_modules/.bin/node bench/casting.ts [scroll live keys door doors]     opens a shop of its own, fills it, prints its figures; some minutes

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { rpc } from "../web/e2e/castingEvent.ts";
import { exampleRow } from "../web/e2e/exampleRows.ts";
import { openShop, project } from "../web/e2e/openShop.ts";
import { type Account, Shop } from "../web/e2e/shop.ts";
import { chromium, type Page } from "../web/node_modules/@playwright/test/index.mjs";
import config from "../web/playwright.config.ts";

const PEOPLE = 400;
const PICTURES = 12;
const SCANS = 150; // at each of two doors
const CHECKS = 100;
const LIVE = 20;
const SLOWER = 4;
const PIXELS_A_FRAME = 50;
const MOST_FRAMES = 600;
const FRAME_MS = 16.7;
const SESSION_KEY = "tapis_user_session";
const KEYS = ["a", "d", "s"] as const;
const DECISIONS = { a: "accept", d: "decline", s: "shortlist" } as const;
/** Smooth noise: as hard to decode as a photograph, about. */
const PICTURE = `
import sys, pyvips
layers = [pyvips.Image.perlin(675, 900, cell_size=64, seed=3 * int(sys.argv[1]) + band) for band in range(3)]
image = (layers[0].bandjoin(layers[1:]) + 1) * 127
sys.stdout.buffer.write(image.cast("uchar").copy(interpretation="srgb").write_to_buffer(".png"))
`;

const { facts, close } = await openShop();
const shop = new Shop(facts);
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const [ada, lea] = [await shop.person("admin"), await shop.person("leadership")];
  const cards = await storedCards();
  const event = await castingOf(PEOPLE, ada, cards);
  const wanted = process.argv.slice(2);
  const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part);
  if (isWanted("scroll")) await scrolled(event, ada);
  if (isWanted("live")) await seenByTwo(event, ada, lea);
  if (isWanted("keys")) await decidedByKeys(event, ada);
  if (isWanted("door")) await announced(event, ada).then(() => checkedIn(event, lea));
  if (isWanted("doors")) await twoDoors(ada, lea, cards);
} finally {
  await browser.close();
  await close();
}

async function storedCards(): Promise<string[]> {
  const python = join(project, ".venv/bin/python");
  const cards: string[] = [];
  for (let seed = 0; seed < PICTURES; seed++) {
    const bytes = execFileSync(python, ["-c", PICTURE, `${seed}`], { maxBuffer: 20_000_000 });
    cards.push(JSON.stringify(await shop.store("audition-registrations/comcards", bytes)));
  }
  return cards;
}

/** An event for which so many people have registered, each with an account. */
async function castingOf(people: number, admin: Account, cards: readonly string[]): Promise<string> {
  const open = { asked: [], days: [], opens_at: "2020-01-01T00:00:00Z", fee: 0, published: true };
  const [event] = await shop.add("events", { ...(await exampleRow(shop, "events", admin)), ...open });
  const pictures = cards.map((card) => `'${card}'::jsonb`).join();
  await shop.sql(`begin;
    select set_config('tapis.event', '${event?.uuid}', true), set_config('tapis.answers', '{}', true);
    with made as (insert into auth.users (id, email)
      select gen_random_uuid(), gen_random_uuid() || '@tapis.example' from generate_series(1, ${people}) returning id)
    insert into public.audition_registrations
      (user_id, name, place_and_date_of_birth, address, age, body_weight, height, comcard_image, invoice_image)
    select id, 'Rani Sekar', 'Metro, 1 May 2004', 'Jl. Pucuk Rebung 1', 22, 60, 175, card, card
    from (select id, (array[${pictures}])[1 + row_number() over () % ${cards.length}] as card from made) as one;
    commit;`);
  return String(event?.uuid);
}

async function opened(account: Account, path: string, size: { width: number; height: number }): Promise<Page> {
  const session = JSON.stringify(await shop.signInAs(account.email, account.password));
  const context = await browser.newContext({ baseURL: facts.url, viewport: size, hasTouch: size.width < 600 });
  await context.addInitScript(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, session] as const);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

async function board(event: string, account: Account, size = { width: 1280, height: 800 }): Promise<Page> {
  const page = await opened(account, `/casting/board?event=${event}`, size);
  await page
    .locator("[id^=card-]")
    .nth(PEOPLE - 1)
    .waitFor({ state: "attached" });
  return page;
}

/** A busy machine draws fewer frames, but a frame takes no more of a processor: both are said. */
async function scrolled(event: string, admin: Account): Promise<void> {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    const [quick, slow] = [await board(event, admin, size), await board(event, admin, size)];
    const cost = await costOf(quick, async () => (await framesDown(quick)).length);
    say(`${size.width} px: a frame of the page's thread, ${SLOWER} × slower`, cost);
    await quick.context().close();
    const devtools = await slow.context().newCDPSession(slow);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const frames = await framesDown(slow);
    const within = frames.filter((frame) => frame <= FRAME_MS + 0.5).length / frames.length;
    const worst = Math.max(...frames).toFixed(0);
    say(`… frames within ${FRAME_MS} ms`, `${(100 * within).toFixed(1)} % of ${frames.length}, worst ${worst} ms`);
    await slow.context().close();
  }
}

/** Processor time of the page's main thread for one of the frames (or keys) that `act` counts. */
async function costOf(page: Page, act: () => Promise<number>): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const all = Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]));
    return [all.TaskDuration, all.ScriptDuration, all.LayoutDuration, all.RecalcStyleDuration].map((ms) => ms ?? 0);
  };
  const before = await read();
  const count = await act();
  const spent = (await read()).map((ms, index) => ((SLOWER * (ms - (before[index] ?? 0))) / count).toFixed(1));
  return `${spent[0]} ms (scripts ${spent[1]}, layout ${spent[2]}, styles ${spent[3]})`;
}

/** How long each frame takes on the way down, at a finger's 3,000 pixels a second; pictures are read as they come near. */
async function framesDown(page: Page): Promise<number[]> {
  return page.evaluate(
    ([step, most]) =>
      new Promise<number[]>((resolve) => {
        scrollTo(0, 0);
        const frames: number[] = [];
        let before = performance.now();
        const next = (now: number) => {
          frames.push(now - before);
          before = now;
          const [top, end] = [scrollY, document.documentElement.scrollHeight - innerHeight - 1];
          if (top >= end || frames.length > most) return resolve(frames.slice(2));
          scrollBy(0, step);
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    [PIXELS_A_FRAME, MOST_FRAMES] as const,
  );
}

async function seenByTwo(event: string, admin: Account, leader: Account): Promise<void> {
  const [ada, lea] = [await board(event, admin), await board(event, leader)];
  const took: number[] = [];
  for (let index = 0; index < LIVE; index++) {
    const [from, to] = index % 2 ? [ada, lea] : [lea, ada];
    const id = await from.evaluate(() => document.querySelector("[aria-current=true]")?.id ?? "");
    const before = (await to.locator(`#${id}`).innerText()).trim();
    const seen = to.waitForFunction(
      ([card, words]) => document.getElementById(card)?.innerText.trim() !== words,
      [id, before] as const,
      { polling: "raf" },
    );
    const start = performance.now();
    if (index % 2 && !before.includes("★")) await lea.keyboard.press("1");
    await from.keyboard.press("3");
    await seen;
    took.push(performance.now() - start);
    for (const page of [ada, lea]) await page.keyboard.press("ArrowRight");
  }
  const [middle, worst] = [took.toSorted((one, other) => one - other)[LIVE / 2], Math.max(...took)];
  say("a score is on another screen after", `${middle?.toFixed(0)} ms, worst ${worst.toFixed(0)} ms of ${LIVE}`);
  for (const page of [ada, lea]) await page.context().close();
}

async function decidedByKeys(event: string, admin: Account): Promise<void> {
  const page = await board(event, admin);
  const start = performance.now();
  const cost = await costOf(page, async () => {
    for (let index = 0; index < PEOPLE; index++) {
      await page.keyboard.press(keyOf(index));
      await page.keyboard.press("ArrowRight");
    }
    return 2 * PEOPLE;
  });
  const pressed = performance.now() - start;
  say(`a key of the page's thread, ${SLOWER} × slower`, cost);
  const isStored = async () => (await draftsOf(event)).length === PEOPLE;
  while (performance.now() - start < 120_000 && !(await isStored())) await page.waitForTimeout(100);
  const stored = performance.now() - start;
  const wrong = (await draftsOf(event)).filter((draft, index) => draft !== DECISIONS[keyOf(index)]).length;
  const lost = PEOPLE - (await draftsOf(event)).length;
  say(
    `${PEOPLE} decided by ${2 * PEOPLE} keys`,
    `${seconds(pressed)}, stored after ${seconds(stored)}; ${lost} lost, ${wrong} wrong`,
  );
  await page.context().close();
}

function keyOf(index: number): (typeof KEYS)[number] {
  return KEYS[index % KEYS.length] ?? "a";
}

/** By their numbers. */
async function draftsOf(event: string): Promise<unknown[]> {
  const query = `event_uuid=eq.${event}&order=number&select=uuid,casting_decisions(decision)`;
  const rows = await shop.rows("event_registrations", query);
  return rows.flatMap((row) => (row.casting_decisions as { decision: unknown }[]).map(({ decision }) => decision));
}

async function announced(event: string, admin: Account): Promise<void> {
  const { due } = await rpc<{ due: Record<"accepted" | "declined", number> }>(shop, admin, "preview_announcement", {
    event_uuid: event,
  });
  const others = (
    await shop.rows("event_registrations", `event_uuid=eq.${event}&select=uuid,casting_decisions(decision)`)
  )
    .filter((row) => (row.casting_decisions as { decision: string }[])[0]?.decision === "shortlist")
    .map(({ uuid }) => uuid);
  await rpc(shop, admin, "decide", { registration_uuids: others, changes: { decision: "accept" } });
  for (const accepted of [true, false])
    await rpc(shop, admin, "keep_announcement_text", {
      event_uuid: event,
      accepted,
      round: "selection",
      en: "Dear {name}, number {number}: thank you for coming to {event}.",
      id: null,
    });
  const numbers = { accepted: due.accepted + others.length, declined: due.declined };
  const start = performance.now();
  await rpc(shop, admin, "announce", { event_uuid: event, ...numbers });
  const took = performance.now() - start;
  const rows = await shop.rows("event_announcements", `event_uuid=eq.${event}`);
  say(`announced to ${rows.length}, sign-in included`, seconds(took));
}

async function checkedIn(event: string, leader: Account): Promise<void> {
  const page = await opened(leader, `/casting/door?event=${event}`, { width: 390, height: 844 });
  const field = page.getByLabel("Number or name");
  await page.getByTestId("counts").getByText("0 of").waitFor();
  const start = performance.now();
  for (let number = 1; number <= CHECKS; number++) {
    await field.fill(`${number}`);
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").getByText(`${number}`, { exact: false }).first().waitFor();
    await page.keyboard.press("Enter");
  }
  const took = performance.now() - start;
  const stored = (await shop.rows("check_ins", `event_uuid=eq.${event}`)).length;
  const perMinute = (60_000 * CHECKS) / took;
  say(
    `${CHECKS} checks at one door, by number`,
    `${seconds(took)}, ${perMinute.toFixed(0)} a minute; ${stored} stored`,
  );
  await page.context().close();
}

/** Each door has scanned all of the same people without a network; they come home in both orders. */
async function twoDoors(admin: Account, leader: Account, cards: readonly string[]): Promise<void> {
  const entries: string[] = [];
  for (const order of [1, -1]) {
    const event = await castingOf(SCANS, admin, cards);
    const people = await shop.rows("event_registrations", `event_uuid=eq.${event}&order=number&select=uuid`);
    const everybody = people.map(({ uuid }) => uuid);
    await rpc(shop, admin, "decide", { registration_uuids: everybody, changes: { decision: "accept" } });
    await rpc(shop, admin, "announce", { event_uuid: event, accepted: SCANS, declined: 0 });
    const doors = [queueOf(0), queueOf(1)];
    for (const scans of order > 0 ? doors : doors.toReversed())
      for (const from of [0, 100, 50])
        await rpc(shop, leader, "check_in", { event_uuid: event, scans: scans.slice(from) });
    const stored = await shop.rows("check_ins", `event_uuid=eq.${event}&select=nonce`);
    const all = doors.flat();
    const told = await rpc<{ answer: string; nonce: string }[]>(shop, leader, "check_in", {
      event_uuid: event,
      scans: all,
    });
    const firsts = told.map(
      ({ answer }, index) => answer === "welcome" && `${index % SCANS} at door ${index < SCANS ? 1 : 2}`,
    );
    entries.push(firsts.filter(Boolean).join());
    const nth = order > 0 ? "first" : "second";
    say(
      `two doors, ${2 * SCANS} overlapping scans, the ${nth} home first`,
      `${stored.length} stored, ${firsts.filter(Boolean).length} let in`,
    );
  }
  say("the same result in both orders", String(entries[0] === entries[1]));
}

const DOORS_OPEN = Date.now() - 86_400_000;

function queueOf(door: number) {
  return Array.from({ length: SCANS }, (_, index) => {
    const isFirst = (index + door) % 2 === 0;
    const at = new Date(DOORS_OPEN + 2_000 * index + (isFirst ? 0 : 900)).toISOString();
    return { nonce: crypto.randomUUID(), number: index + 1, at };
  });
}

function say(what: string, figure: string): void {
  console.info(`${what.padEnd(64)} ${figure}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
