// The state of a jury board for one event and round: rows from the database, merged with this user's unsaved changes and
// kept up to date with the changes of others.

import {
  fetchDecisionsSince,
  fetchRegistrants,
  fetchScores,
  fetchScoresSince,
  sendDecision,
  sendScore,
} from "@/data/board";
import { ANY_TABLE, subscribeToChanges } from "@/data/changes";
import { sessionStore } from "@/data/session";
import {
  appointmentKinds,
  type CastingDecision,
  type CastingRound,
  type CastingScore,
  type RegistrantRow,
} from "@/data/tables";
import { brand } from "@/lib/config";
import {
  applySaves,
  type BoardRows,
  mergeDecisions,
  mergeScores,
  noDecision,
  noScore,
  scoresOfOthers,
  sinceNewest,
} from "./boardRows";
import { openSaveQueue, type QueuedSave, type SaveQueue } from "./saveQueue";

export interface BoardRegistrant extends Omit<RegistrantRow, "casting_scores" | "casting_decisions"> {
  scores: readonly CastingScore[];
  /** The current user's. */
  own: Pick<CastingScore, "score" | "note">;
  castingDecision: Pick<CastingDecision, "decision" | "tags" | "note">;
}

export interface BoardState {
  people: readonly BoardRegistrant[] | null;
  failure: unknown;
}

export interface BoardStore {
  read: () => BoardState;
  subscribe: (listener: () => void) => () => void;
  userId: string;
  saves: SaveQueue;
  write: (save: QueuedSave) => void;
  /** Reverts the last change and returns its registration, or null. */
  undo: () => string | null;
  reload: () => Promise<void>;
  startSync: () => () => void;
}

interface UndoEntry {
  /** What undo writes. */
  save: QueuedSave;
  isStored: boolean;
}

interface BoardOptions {
  event: string;
  round: CastingRound;
  userId: string;
  isAdmin: boolean;
}

const POLL_MS = 20_000;
const slotColumns = appointmentKinds.map((kind) => `${kind}_slot` as const);
const reloadTables = ["event_registrations", "audition_registrations", "payments", "event_announcements", ANY_TABLE];

export function createBoardStore({ event, round, userId, isAdmin }: BoardOptions): BoardStore {
  const listeners = new Set<() => void>();
  let undoStack: UndoEntry[] = [];
  let rows: BoardRows = new Map();
  let state: BoardState = { people: null, failure: null };

  const saves = openSaveQueue(`${brand.prefix}board ${event} ${round} ${userId}`, (batch) =>
    sendQueuedSaves(batch, round, userId),
  );

  function toRegistrant(row: RegistrantRow): BoardRegistrant {
    const { casting_scores, casting_decisions, ...person } = row;
    const own = casting_scores.find(({ user_id }) => user_id === userId) ?? noScore;
    return {
      ...person,
      scores: scoresOfOthers(row, userId),
      own: { ...own, ...saves.changesOf("score", row.uuid) },
      castingDecision: { ...(casting_decisions?.[0] ?? noDecision), ...saves.changesOf("decision", row.uuid) },
    };
  }

  function setState(next: Partial<BoardState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** Rebuilds these registrants only; the others keep their identity and don't render again. */
  function refresh(uuids: Iterable<string>): void {
    const changed = new Set(uuids);
    const refreshed = (person: BoardRegistrant) => {
      const row = changed.has(person.uuid) && rows.get(person.uuid);
      return row ? toRegistrant(row) : person;
    };
    if (state.people && changed.size > 0) setState({ people: state.people.map(refreshed) });
  }

  async function reload(): Promise<void> {
    try {
      const found = await fetchRegistrants(event, round, isAdmin);
      rows = new Map(found.map((row) => [row.uuid, row]));
      setState({ people: found.map(toRegistrant), failure: null });
    } catch (failure) {
      if (state.people) console.warn(failure);
      else setState({ failure });
    }
  }

  function applyScores(scores: readonly CastingScore[]): void {
    rows = mergeScores(rows, scores);
    refresh(scores.map(({ registration_uuid }) => registration_uuid));
  }

  function applyDecisions(decisions: readonly CastingDecision[]): void {
    rows = mergeDecisions(rows, decisions);
    refresh(decisions.map(({ registration_uuid }) => registration_uuid));
  }

  async function readScores(): Promise<void> {
    const since = sinceNewest(rows, ({ casting_scores }) => casting_scores);
    applyScores(await fetchScoresSince(event, round, since));
  }

  async function readDecisions(): Promise<void> {
    const since = sinceNewest(rows, ({ casting_decisions = [] }) => casting_decisions);
    if (isAdmin) applyDecisions(await fetchDecisionsSince(event, round, since));
  }

  /** Applies saved changes to the rows; once one's own score is stored, the scores of others can be read. */
  async function handleSaved(batch: readonly QueuedSave[]): Promise<void> {
    const ownSaves = batch.filter(({ juror }) => !juror);
    rows = applySaves(rows, ownSaves, userId);
    for (const entry of undoStack) entry.isStored ||= batch.some(isForSameRow(entry.save)) && !isQueued(entry.save);
    refresh(batch.map(({ registration }) => registration));
    const scored = batch.filter(({ kind }) => kind === "score").map(({ registration }) => registration);
    if (scored.length > 0) await fetchScores(scored, round).then(applyScores, console.warn);
  }

  /** Shows what was last known to be stored, then what is stored now. */
  function handleDiscarded(batch: readonly QueuedSave[]): Promise<void> {
    undoStack = undoStack.filter(({ save, isStored }) => isStored || !batch.some(isForSameRow(save)));
    refresh(batch.map(({ registration }) => registration));
    return reload();
  }

  /** Changed again while it was sent. */
  const isQueued = ({ kind, registration }: QueuedSave) => Object.keys(saves.changesOf(kind, registration)).length > 0;

  function write(save: QueuedSave): void {
    const person = state.people?.find(({ uuid }) => uuid === save.registration);
    if (!person) return;
    const before: QueuedSave["changes"] = save.kind === "score" ? { ...person.own } : { ...person.castingDecision };
    undoStack.push({ save: { ...save, changes: overwrittenValues(before, save.changes) }, isStored: false });
    saves.put(save);
    refresh([save.registration]);
  }

  function undo(): string | null {
    const last = undoStack.pop()?.save;
    if (!last) return null;
    saves.put(last);
    refresh([last.registration]);
    return last.registration;
  }

  function startSync(): () => void {
    const warn = (failure: unknown) => console.warn(failure);
    const readUpdates = () => void Promise.all([readScores(), readDecisions()]).catch(warn);
    const onTableChange = (table: string) => {
      if (table === "casting_scores") readScores().catch(warn);
      else if (table === "casting_decisions") readDecisions().catch(warn);
      else if (reloadTables.includes(table)) void reload();
    };
    // While the page is hidden, the event stream is closed.
    const reloadIfVisible = () => document.hidden || void reload();
    void reload();
    document.addEventListener("visibilitychange", reloadIfVisible);
    const timer = setInterval(() => document.hidden || !state.people || readUpdates(), POLL_MS);
    const unsubscribe = subscribeToChanges(onTableChange);
    const stopObserving = saves.observe({
      onSaved: (batch) => void handleSaved(batch),
      onDiscarded: (batch) => void handleDiscarded(batch),
    });
    return () => {
      clearInterval(timer);
      unsubscribe();
      stopObserving();
      document.removeEventListener("visibilitychange", reloadIfVisible);
    };
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  return { read: () => state, subscribe, userId, saves, write, undo, reload, startSync };
}

const isForSameRow = (one: QueuedSave) => (other: QueuedSave) =>
  one.kind === other.kind && one.registration === other.registration && one.juror === other.juror;

/** What undo writes. The database takes whoever is declined out of their time slots. */
function overwrittenValues(before: QueuedSave["changes"], changes: QueuedSave["changes"]): QueuedSave["changes"] {
  const lostSlots = changes.decision === "decline" ? slotColumns.filter((name) => before[name]) : [];
  return Object.fromEntries([...Object.keys(changes), ...lostSlots].map((name) => [name, before[name] ?? null]));
}

async function sendQueuedSaves(batch: readonly QueuedSave[], round: CastingRound, userId: string): Promise<void> {
  // Whoever is signed in by now isn't the one who wrote them: they wait.
  if (sessionStore.read().user.id !== userId) throw new Error("The changes are somebody else's");
  const [first] = batch;
  if (first?.kind === "decision")
    return sendDecision(
      batch.map(({ registration }) => registration),
      first.changes,
      round,
    );
  for (const { registration, changes, juror } of batch) await sendScore(registration, changes, round, juror);
}

/**
 * Whom the selection has declined, unless somebody thinks of them again. The result asks for no decision about them; the preview
 * of announcing doesn't, either (db/functions/announcing.sql).
 */
export function isSettled({ event_announcements: announced, castingDecision }: BoardRegistrant): boolean {
  const isDeclined = announced.length > 0 && announced.every((one) => one.round === "selection" && !one.accepted);
  return isDeclined && !castingDecision.decision;
}

/** The accepted registrants, or all who aren't settled if nobody is accepted; without those who were deleted. */
export function getStageCandidates(people: readonly BoardRegistrant[]): readonly BoardRegistrant[] {
  const accepted = people.filter(({ event_announcements: announcements }) => announcements.some((one) => one.accepted));
  const candidates = accepted.length > 0 ? accepted : people.filter((person) => !isSettled(person));
  return candidates.filter(({ audition_registrations: card }) => card);
}

/** Mean score and number of jurors; null without scores. */
export function getAverageScore({ scores, own }: BoardRegistrant): { mean: number; jurors: number } | null {
  const given = [own, ...scores].flatMap(({ score }) => (score === null ? [] : [score]));
  if (given.length === 0) return null;
  return { mean: given.reduce((sum, one) => sum + one, 0) / given.length, jurors: given.length };
}
