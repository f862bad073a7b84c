// What pages share comes in one file for each audience: a page is then a few requests, where it would be thirty.
import { basename } from "node:path";
import type { Rolldown } from "vite";
import { publicPages } from "./publicPages.ts";

type Modules = Rolldown.ChunkingContext;

// Shared by what everyone sees, and therefore light: each module is a file of its own.
const publicFolders = Object.values(publicPages).map((page) => page.replace(/[^/]*$/, ""));
const everyone = new RegExp(
  [
    "src/ui/",
    "data/notifications",
    "app/(NotFound|layout|updateHead)",
    "entities/eventCalendar",
    ...publicFolders,
  ].join("|"),
);
// A module lies in the first of these chunks of which a page needs it: pages load the chunks above theirs, none below.
const audiences = [
  ["", everyone],
  ["account", /features\/(account\/(?!MyData)|wishlist\/)/],
  ["member", /app\/SignedInLayout/],
  ["talent", /features\/(account|auditions|cart|transactions)\//],
  ["crew", /src\/(app|features)\//],
  ["admin", /./],
] as const;
// Sentences of one language, from which another catalogue may take some.
const catalogue = /src\/messages\/\w+\.(en|id)\.ts$/;
const audienceOfModule = new Map<string, string | undefined>();

/** The pages, and other modules loaded late, that load this module with them. */
function pagesWith(id: string, modules: Modules, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {};
  return [...(dynamicImporters.length > 0 ? [id] : []), ...importers.flatMap((one) => pagesWith(one, modules, seen))];
}

/** The first audience whose pages share a module; undefined for a page, a catalogue, and what one page alone needs. */
function findAudience(id: string, modules: Modules): string | undefined {
  const isPage = modules.getModuleInfo(id)?.importers.length === 0;
  const found = isPage || catalogue.test(id) ? [] : pagesWith(id, modules);
  return found.length > 1 ? audiences.find(([, pages]) => found.some((page) => pages.test(page)))?.[0] : undefined;
}

/** Groups of chunks for the build, of priorities 0 to 5. */
export const audienceChunks = audiences.map(([audience], index): Rolldown.CodeSplittingGroup => {
  const name = (id: string, modules: Modules) => {
    if (!audienceOfModule.has(id)) audienceOfModule.set(id, findAudience(id, modules));
    return audienceOfModule.get(id) === audience ? audience || basename(id).replace(/\..*/, "") : null;
  };
  return { debugName: audience || "everyone", name, priority: audiences.length - 1 - index };
});
