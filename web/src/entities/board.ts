// The registrants of one event and round on this screen: as the database has them, with what this person has just written, and
// what others write within a moment.

import { draftsSince, registrantsOf, scoresOf, scoresSince, sendDecision, sendScore } from "@/data/board";
import { ANY_TABLE, onChange } from "@/data/changes";
import type { CastingDraft, CastingRound, CastingScore, RegistrantRow } from "@/data/tables";
import { brand } from "@/lib/config";
import { openSaveQueue, type Save, type SaveQueue } from "./saveQueue";

export interface Registrant extends Omit<RegistrantRow, "casting_scores" | "casting_decisions"> {
  scores: readonly CastingScore[];
  /** This person's own. */
  own: Pick<CastingScore, "score" | "note">;
  draft: Pick<CastingDraft, "decision" | "tags" | "note">;
}

export interface BoardState {
  people: readonly Registrant[] | null;
  failure: unknown;
}

export interface Board {
  read: () => BoardState;
  subscribe: (changed: () => void) => () => void;
  userId: string;
  saves: SaveQueue;
  write: (save: Save) => void;
  /** Takes the last thing back; whose it was. */
  undo: () => string | null;
  reload: () => Promise<void>;
  follow: () => () => void;
}

export interface BoardOptions {
  event: string;
  round: CastingRound;
  userId: string;
  isAdmin: boolean;
}

const noScore = { score: null, note: null };
const noDraft = { decision: null, tags: [] as string[], note: null };
/** Who began earlier may be stored later: so much is read again. */
const OVERLAP_MS = 10_000;
const LOOK_AGAIN_MS = 20_000;
const ofPeople = ["event_registrations", "audition_registrations", "payments", ANY_TABLE];

export function openBoard({ event, round, userId, isAdmin }: BoardOptions): Board {
  const listeners = new Set<() => void>();
  const undone: Save[] = [];
  let rows = new Map<string, RegistrantRow>();
  let state: BoardState = { people: null, failure: null };

  const saves = openSaveQueue({
    key: `${brand.prefix}board ${event} ${round} ${userId}`,
    send: (part) => sendSaves(part, round),
    onSaved: (part) => void stored(part),
  });

  function shown(row: RegistrantRow): Registrant {
    const { casting_scores, casting_decisions, ...person } = row;
    const own = casting_scores.find(({ user_id }) => user_id === userId) ?? noScore;
    return {
      ...person,
      scores: casting_scores.filter(({ user_id }) => user_id !== userId),
      own: { ...own, ...saves.changesOf("score", row.uuid) },
      draft: { ...(casting_decisions?.[0] ?? noDraft), ...saves.changesOf("draft", row.uuid) },
    };
  }

  function become(next: Partial<BoardState>): void {
    state = { ...state, ...next };
    for (const changed of listeners) changed();
  }

  /** Only these are drawn anew. */
  function redraw(uuids: Iterable<string>): void {
    const changed = new Set(uuids);
    const drawn = (one: Registrant) => {
      const row = changed.has(one.uuid) && rows.get(one.uuid);
      return row ? shown(row) : one;
    };
    if (state.people && changed.size > 0) become({ people: state.people.map(drawn) });
  }

  async function reload(): Promise<void> {
    try {
      const found = await registrantsOf(event, round, isAdmin);
      rows = new Map(found.map((row) => [row.uuid, row]));
      become({ people: found.map(shown), failure: null });
    } catch (failure) {
      if (state.people) console.warn(failure);
      else become({ failure });
    }
  }

  function learnScores(scores: readonly CastingScore[]): void {
    for (const score of scores) {
      const row = rows.get(score.registration_uuid);
      const others = row?.casting_scores.filter(({ user_id }) => user_id !== score.user_id);
      if (row && others) rows.set(row.uuid, { ...row, casting_scores: [...others, score] });
    }
    redraw(scores.map(({ registration_uuid }) => registration_uuid));
  }

  function learnDrafts(drafts: readonly CastingDraft[]): void {
    for (const draft of drafts) {
      const row = rows.get(draft.registration_uuid);
      if (row) rows.set(row.uuid, { ...row, casting_decisions: [draft] });
    }
    redraw(drafts.map(({ registration_uuid }) => registration_uuid));
  }

  const seen = (all: (row: RegistrantRow) => readonly { updated_at: string }[]) => {
    const moments = [...rows.values()]
      .flatMap(all)
      .map(({ updated_at }) => Date.parse(updated_at))
      .filter(Number.isFinite);
    return moments.length > 0 ? new Date(Math.max(...moments) - OVERLAP_MS).toISOString() : null;
  };
  const readScores = async () =>
    learnScores(
      await scoresSince(
        event,
        round,
        seen(({ casting_scores }) => casting_scores),
      ),
    );
  const readDrafts = async () =>
    isAdmin &&
    learnDrafts(
      await draftsSince(
        event,
        round,
        seen(({ casting_decisions }) => casting_decisions ?? []),
      ),
    );

  /** From here on the rows say it, and others' scores can be read. */
  async function stored(part: readonly Save[]): Promise<void> {
    for (const save of part) if (!save.juror) keepInRow(save);
    redraw(part.map(({ registration }) => registration));
    const scored = part.filter(({ kind }) => kind === "score").map(({ registration }) => registration);
    if (scored.length > 0) await scoresOf(scored, round).then(learnScores, console.warn);
  }

  function keepInRow({ kind, registration, changes }: Save): void {
    const row = rows.get(registration);
    if (!row) return;
    if (kind === "draft") {
      const draft = { ...(row.casting_decisions?.[0] ?? noDraft), ...changes } as CastingDraft;
      rows.set(registration, { ...row, casting_decisions: [draft] });
    } else {
      const own = row.casting_scores.find(({ user_id }) => user_id === userId) ?? { ...noScore, user_id: userId };
      const others = row.casting_scores.filter(({ user_id }) => user_id !== userId);
      rows.set(registration, { ...row, casting_scores: [...others, { ...own, ...changes } as CastingScore] });
    }
  }

  function write(save: Save): void {
    const person = state.people?.find(({ uuid }) => uuid === save.registration);
    if (!person) return;
    const before: Save["changes"] = save.kind === "score" ? { ...person.own } : { ...person.draft };
    const changes = Object.fromEntries(Object.keys(save.changes).map((name) => [name, before[name] ?? null]));
    undone.push({ ...save, changes });
    saves.put(save);
    redraw([save.registration]);
  }

  function undo(): string | null {
    const last = undone.pop();
    if (!last) return null;
    saves.put(last);
    redraw([last.registration]);
    return last.registration;
  }

  function follow(): () => void {
    const warn = (failure: unknown) => console.warn(failure);
    const readNew = () => void Promise.all([readScores(), readDrafts()]).catch(warn);
    const hear = (table: string) => {
      if (table === "casting_scores") readScores().catch(warn);
      else if (table === "casting_decisions") readDrafts().catch(warn);
      else if (ofPeople.includes(table)) void reload();
    };
    void reload();
    const timer = setInterval(() => document.hidden || !state.people || readNew(), LOOK_AGAIN_MS);
    const leave = onChange(hear);
    return () => {
      clearInterval(timer);
      leave();
    };
  }

  function subscribe(changed: () => void): () => void {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }

  return { read: () => state, subscribe, userId, saves, write, undo, reload, follow };
}

export async function sendSaves(part: readonly Save[], round: CastingRound): Promise<void> {
  const [first] = part;
  if (first?.kind === "draft")
    return sendDecision(
      part.map(({ registration }) => registration),
      first.changes,
      round,
    );
  for (const { registration, changes, juror } of part) await sendScore(registration, changes, round, juror);
}

/** Who is called to the stage: those accepted, or everybody where nothing was announced. */
export function onStage(people: readonly Registrant[]): readonly Registrant[] {
  const accepted = people.filter(({ event_announcements: told }) => told.some((one) => one.accepted));
  return accepted.length > 0 ? accepted : people;
}

/** What the jury gave on average, with how many; null before anybody gave one. */
export function averageScore({ scores, own }: Registrant): { mean: number; jurors: number } | null {
  const given = [own, ...scores].flatMap(({ score }) => (score === null ? [] : [score]));
  if (given.length === 0) return null;
  return { mean: given.reduce((sum, one) => sum + one, 0) / given.length, jurors: given.length };
}
