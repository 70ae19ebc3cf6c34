/**
 * Which modules travel together. On a slow connection each further file costs a round trip, so everything that the program needs at once is
 * one file, and the home with what only it needs is a second one. What the public site needs, too, stays by itself, with what a visitor's call
 * on the landing page needs: one module of theirs in the program's file would bring the whole program and its style into a public page.
 */
import { fileURLToPath } from "node:url";

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const sourceOf = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));
const PROGRAM = sourceOf("main.tsx");
const HOME = sourceOf("dashboard/home/home.tsx");
const SITE = sourceOf("site/site.ts");
const WIDGET = sourceOf("widget/frame.ts");
const VISITORS_CALL = sourceOf("site/talk/talk.ts");

/** What the contract says of things that only their own screens ask for: it comes with them. The contract's door leads to all of it. */
const OF_SCREENS =
  /\/contract\/src\/(?:batches|country-packs|do-not-call|knowledge|numbers|opening-hours|pronunciations|providers|said-hours|trunks|voice-clones|voices|widgets)\.ts$/;

/** The name of the file that a module goes into; null: where the bundler thinks best. */
export function createFileOf(): (moduleId: string, graph: Graph) => string | null {
  let sets: { program: Set<string>; home: Set<string>; site: Set<string> } | undefined;
  return (moduleId, graph) => {
    sets ??= {
      program: reachable(PROGRAM, graph),
      home: reachable(HOME, graph),
      site: new Set([...reachable(SITE, graph), ...reachable(VISITORS_CALL, graph), ...reachable(WIDGET, graph)]),
    };
    if (sets.site.has(moduleId) || OF_SCREENS.test(moduleId)) return null;
    if (sets.program.has(moduleId)) return "program";
    return sets.home.has(moduleId) ? "home" : null;
  };
}

function reachable(start: string, graph: Graph): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
