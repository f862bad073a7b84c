// The event stream (SSE): names of changed tables that this user may read. Open while the page is visible. A hosted project
// has no stream; there, lists refresh when their page becomes visible again.
import { config } from "@/lib/config";
import { isNonEmptyString, toFields } from "@/lib/typeGuards";
import { wait } from "@/lib/wait";
import { authenticatedFetch } from "./backend";

/** Changes may have been missed: treat every table as changed. */
export const ANY_TABLE = "*";

const MAX_RETRY_DELAY_MS = 60_000;
/** Jitter, so that not all tabs reconnect at once after a server restart. */
const reconnectDelayMs = () => 1_000 + Math.random() * 4_000;
/** Statuses worth a retry; any other error status means that there is no stream. */
const RETRYABLE_STATUSES = [401, 429, 502, 503, 504];

const listeners = new Set<(table: string) => void>();
let closeStream: (() => void) | undefined;

/** Calls back with each changed table until the returned function is called. All subscribers share one stream. */
export function subscribeToChanges(onTableChange: (table: string) => void): () => void {
  listeners.add(onTableChange);
  closeStream ??= openStream((table) => {
    for (const listener of listeners) listener(table);
  });
  return () => {
    listeners.delete(onTableChange);
    if (listeners.size > 0) return;
    closeStream?.();
    closeStream = undefined;
  };
}

function openStream(onTableChange: (table: string) => void): () => void {
  let connection: AbortController | null = null;
  const connectIfVisible = () => {
    connection?.abort();
    connection = document.hidden ? null : new AbortController();
    if (connection) void streamWithRetries(connection.signal, onTableChange);
  };
  document.addEventListener("visibilitychange", connectIfVisible);
  connectIfVisible();
  return () => {
    document.removeEventListener("visibilitychange", connectIfVisible);
    connection?.abort();
  };
}

async function streamWithRetries(signal: AbortSignal, onTableChange: (table: string) => void): Promise<void> {
  for (let isReconnect = false; !signal.aborted; isReconnect = true) {
    const status = await readStream(signal, isReconnect, onTableChange);
    if (status === null ? signal.aborted : status !== 200 && !RETRYABLE_STATUSES.includes(status)) return;
    await wait(status === 200 ? reconnectDelayMs() : MAX_RETRY_DELAY_MS);
  }
}

/** Reads until the stream ends; returns its status, null without a response. After a gap, reports ANY_TABLE. */
async function readStream(
  signal: AbortSignal,
  isReconnect: boolean,
  onTableChange: (table: string) => void,
): Promise<number | null> {
  let status: number | null = null;
  try {
    const response = await authenticatedFetch(`${config.url}/events/v1/changes`, { signal });
    status = response.status;
    if (status !== 200 || !response.body) return status;
    if (isReconnect) onTableChange(ANY_TABLE);
    for await (const line of readLines(response.body)) {
      const table = line.startsWith("data: ") && toFields(JSON.parse(line.slice(6))).table;
      if (isNonEmptyString(table)) onTableChange(table);
    }
  } catch (failure) {
    if (!signal.aborted) console.warn("The event stream broke off", failure);
  }
  return status;
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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
