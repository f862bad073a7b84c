// What stands in front of a file's path in an address that is given away: the server, which renders for every host, can't know.
import { useSyncExternalStore } from "react";
import { config } from "./config";

/** Nothing on the server and while its page is hydrated; the full origin from then on. */
export function useFilesOrigin(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => config.url,
    () => config.files,
  );
}
