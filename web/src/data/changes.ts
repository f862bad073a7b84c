// The event stream: which tables changed, as far as this person may read them. Open while the page is looked at; where
// the backend has none, as on a hosted project, lists refresh when their page is looked at again.
import { config } from "@/lib/config";
import { fieldsOf, isText } from "@/lib/typeGuards";
import { wait } from "@/lib/wait";
import { sessionFetch } from "./backend";

/** Something may have been missed: every list counts as changed. */
export const ANY_TABLE = "*";

const LONGEST_PAUSE_MS = 60_000;
/** Not all tabs at once after the server was restarted. */
const pauseMs = () => 1_000 + Math.random() * 4_000;
/** Worth another try; any other refusal means that there is no stream. */
const passing = [401, 429, 502, 503, 504];

const listeners = new Set<(table: string) => void>();
let leaveStream: (() => void) | undefined;

/** Says each table that changed, until the function that it returns is called. All who listen share one stream. */
export function onChange(onTable: (table: string) => void): () => void {
  listeners.add(onTable);
  leaveStream ??= openStream((table) => {
    for (const listener of listeners) listener(table);
  });
  return () => {
    listeners.delete(onTable);
    if (listeners.size > 0) return;
    leaveStream?.();
    leaveStream = undefined;
  };
}

function openStream(onTable: (table: string) => void): () => void {
  let open: AbortController | null = null;
  const look = () => {
    open?.abort();
    open = document.hidden ? null : new AbortController();
    if (open) void follow(open.signal, onTable);
  };
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    open?.abort();
  };
}

async function follow(signal: AbortSignal, onTable: (table: string) => void): Promise<void> {
  for (let again = false; !signal.aborted; again = true) {
    const status = await readStream(signal, again, onTable);
    if (status === null ? signal.aborted : status !== 200 && !passing.includes(status)) return;
    await wait(status === 200 ? pauseMs() : LONGEST_PAUSE_MS);
  }
}

/** The stream's status once it has ended; null where no answer came. After a gap anything may have changed. */
async function readStream(
  signal: AbortSignal,
  again: boolean,
  onTable: (table: string) => void,
): Promise<number | null> {
  let status: number | null = null;
  try {
    const answer = await sessionFetch(`${config.url}/events/v1/changes`, { signal });
    status = answer.status;
    if (status !== 200 || !answer.body) return status;
    if (again) onTable(ANY_TABLE);
    for await (const line of linesOf(answer.body)) {
      const table = line.startsWith("data: ") && fieldsOf(JSON.parse(line.slice(6))).table;
      if (isText(table)) onTable(table);
    }
  } catch (failure) {
    if (!signal.aborted) console.warn("The event stream broke off", failure);
  }
  return status;
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
