/**
 * Which modules travel together. On a slow connection each further file costs a round trip, so what the program needs at once is a few files
 * that come side by side, one for each piece in which it is brought up (`src/main.ts`), and the home with what only it needs is one more. What
 * the public site needs, too, stays by itself, with what a visitor's call on the landing page needs: one module of theirs in the program's
 * files would bring the whole program and its style into a public page.
 */
import { fileURLToPath } from "node:url";

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const sourceOf = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));
const PROGRAM = sourceOf("program.tsx");
const HOME = sourceOf("dashboard/home/home.tsx");
const SITE = sourceOf("site/site.ts");
const WIDGET = sourceOf("widget/frame.ts");
const VISITORS_CALL = sourceOf("site/talk/talk.ts");

const contract = (names: string): RegExp => new RegExp(`/contract/src/(?:\\w+/)?(?:${names})\\.ts$`);
const CONTRACT = contract(String.raw`[\w-]+`);
/** The pieces of the program in the order in which they are read; the program itself comes after them. */
export const PIECES = ["react", "toolkit", "shapes", "contract"] as const;
/**
 * Of the contract, only what the program and the home ask for. Its door leads to all of it; the rest comes with the screens that ask for it.
 */
const MODULES_OF: Readonly<Record<(typeof PIECES)[number] | "agents", RegExp>> = {
  react: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/web\/src\/root\.ts$/,
  toolkit: /\/node_modules\/(?:react-router|@tanstack|moo|@messageformat)\//,
  shapes: /\/node_modules\/zod\/|\/contract\/src\/without-eval\.ts$/,
  contract: contract(
    "access|agent-ranges|call-settings|calls|client|export-format|form|gate|index|insights|journal|labels|languages|live|missed-calls|paging|retries|roles|route|status|totals|weave",
  ),
  agents: contract("agent-document|agent-tools|agents|recording-consent|speech-to-speech|visitor-calls|widgets"),
};

/** The name of the file that a module goes into; null: where the bundler thinks best. */
export function createFileOf(): (moduleId: string, graph: Graph) => string | null {
  let sets: { program: Set<string>; home: Set<string>; site: Set<string> } | undefined;
  return (moduleId, graph) => {
    sets ??= {
      program: reachable(PROGRAM, graph),
      home: reachable(HOME, graph),
      site: new Set([...reachable(SITE, graph), ...reachable(VISITORS_CALL, graph), ...reachable(WIDGET, graph)]),
    };
    if (sets.site.has(moduleId)) return sets.program.has(moduleId) || sets.home.has(moduleId) ? "shared" : null;
    if (sets.program.has(moduleId)) {
      const piece = Object.entries(MODULES_OF).find(([, modules]) => modules.test(moduleId))?.[0];
      return piece ?? (CONTRACT.test(moduleId) ? null : "program");
    }
    return sets.home.has(moduleId) ? "home" : null;
  };
}

function reachable(start: string, graph: Graph): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
