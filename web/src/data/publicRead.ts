// Reading for a public page: what was read before shows at once and is read again; a failure shows nothing and is logged.
import { useEffect, useEffectEvent, useState } from "react";

const kept = new Map<string, unknown>();

export type PublicRead<T> = { data: T | undefined; state: "loading" | "ready" | "failed" };

/** `key` names what is read; `read` may be a new function on every render. */
export function usePublicRead<T>(key: string, read: () => Promise<T>): PublicRead<T> {
  const [result, setResult] = useState<{ key: string; state: PublicRead<T>["state"] }>({ key, state: "loading" });

  const readNow = useEffectEvent(read);

  useEffect(() => {
    let current = true;
    const settle = (state: "ready" | "failed") => {
      if (current) setResult({ key, state });
    };
    readNow().then(
      (data) => {
        kept.set(key, data);
        settle("ready");
      },
      (failure: unknown) => {
        console.error(`Reading ${key} failed`, failure);
        settle("failed");
      },
    );
    return () => {
      current = false;
    };
  }, [key]);

  const data = kept.get(key) as T | undefined;
  const state = result.key === key ? result.state : "loading";
  return { data, state: data !== undefined && state === "loading" ? "ready" : state };
}
