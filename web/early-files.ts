/**
 * Tells the page which files to ask for before the program has come: the program's own pieces, and by `early.js` each language's sentences, the
 * letters, and the home of the dashboard with all that only it needs.
 */
import { PIECES } from "./chunks.ts";
import type { Plugin, Rollup } from "vite";

const LANGUAGE = /\/words\/(\w+)\/index\.ts$/;
/** What `questions.ts` asks, so that the answers come along, too; a story counts that each is asked once. */
const HOME_ASKS = ["/api/home", "/api/calls?limit=13", "/api/insights/days?days=30", "/v2/agent/all", "/api/activity?limit=5"];
/** The letters of every screen: what is drawn in others moves when these come. */
const FONT = /\bongea-text-\d+[^/]*\.woff2$/;
const PROGRAM = /\/src\/program\.tsx$/;
const HOME = /\/dashboard\/home\/home\.tsx$/;

export function earlyFiles(): Plugin {
  return {
    name: "early-files",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
        const languages = chunks.flatMap((chunk) => {
          const language = LANGUAGE.exec(chunk.facadeModuleId ?? "")?.[1];
          return language === undefined ? [] : [`${language}=/${chunk.fileName}`];
        });
        const program = chunks.find(({ facadeModuleId }) => PROGRAM.test(facadeModuleId ?? ""));
        const home = chunks.filter(
          ({ moduleIds, facadeModuleId }) => HOME.test(facadeModuleId ?? "") || moduleIds.some((id) => HOME.test(id)),
        );
        const known = new Set(program ? allOf(program, bundle) : []);
        const pieces = PIECES.flatMap((piece) =>
          chunks.filter(({ name }) => name === piece).map(({ fileName }) => `/${fileName}`),
        );
        const early = new Set(home.flatMap((chunk) => allOf(chunk, bundle)).filter((file) => !known.has(file)));
        const homeFiles = [...early].map((file) => `/${file}`);
        const fonts = Object.keys(bundle).filter((file) => FONT.test(file));
        return [
          ...[...known].map(preload),
          meta("pieces", pieces),
          meta("languages", languages),
          meta("home", homeFiles),
          meta("home-asks", HOME_ASKS),
          meta(
            "fonts",
            fonts.map((file) => `/${file}`),
          ),
        ];
      },
    },
  };
}

function preload(file: string) {
  return { tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` }, injectTo: "head" as const };
}

function meta(name: string, files: readonly string[]) {
  return { tag: "meta", attrs: { name, content: files.join(" ") }, injectTo: "head-prepend" as const };
}

/** A chunk and everything that it imports. */
function allOf(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle, found: Set<string> = new Set()): string[] {
  found.add(chunk.fileName);
  for (const name of chunk.imports) {
    const part = bundle[name];
    if (part?.type === "chunk" && !found.has(name)) allOf(part, bundle, found);
  }
  return [...found];
}
