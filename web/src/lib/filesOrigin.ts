// The base URL of files for shared links, which the server can't know, since it renders for every host.
import { useSyncExternalStore } from "react";
import { config } from "./config";

/** `config.files` on the server and during hydration; the absolute URL after that. */
export function useFilesOrigin(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => config.url,
    () => config.files,
  );
}
