import { basename } from "node:path";
import { sources } from "./sources.mjs";

/** Words that say nothing of what is inside. */
const EMPTY = /^(?:services?|utils?|utilit(?:y|ies)|helpers?|common|types|core|managers?)$/;
const FOLDERS = ["contract", "client", "conversation", "channels", "providers", "server", "web", "bench", "e2e", "scripts"];

export const fileNames = {
  name: "names",
  promise: "every file and folder is named for what it holds",
  async run(root) {
    const named = new Set();
    for (const folder of FOLDERS) {
      for (const file of sources(root, folder, /\.(ts|tsx|mjs|css)$/)) {
        const parts = file.split("/");
        for (let depth = 1; depth <= parts.length; depth++) named.add(parts.slice(0, depth).join("/"));
      }
    }
    const lines = [...named]
      .filter((path) => wordsOf(path).some((word) => EMPTY.test(word)))
      .map((path) => `${path} is named for nothing that it holds`);
    return { ok: lines.length === 0, lines };
  },
};

function wordsOf(path) {
  return basename(path)
    .replace(/\.(ts|tsx|mjs|css)$/, "")
    .toLowerCase()
    .split(/[-.]/);
}
