import { readFileSync } from "node:fs";
import { say } from "./say.mjs";

/** Of the programs below scripts/, bench/ and e2e/; those of the product stand beside them. */
const USAGE = {
  test: "npm test [-- gates | unit | e2e]…\nInstalls what the tests need and runs all of them, or the named parts. The last line is `N passed, N failed`.",
  check: "npm run check [-- <gate>…]\nRuns every gate, or the named ones, e.g. `npm run check -- types lint`.",
  bench:
    "npm run bench [-- <name>…] [--quick] [--alone] [--peers] [--json file]\nMeasures the product. --quick measures less, --alone leaves other engines out, --peers adds those in Python.\nNames: v2v-zero, defaults, first-clause, barge-in, density, media-kernel, whole, api, calls, turn, dialogues, slots, retrieval, guard.",
  drill:
    "npm run drill [-- --quick] [--only memory,clock]\nBuilds the server, applies load, faults and attacks on loopback, and prints what was done and lost.",
  llm: "npm run llm [-- --use] [--model <name>] [--languages en,sw]\nFinds Ollama, llama-server or vLLM on this machine, or the server at LLM_BASE_URL, and measures it in at most 20 s.\n--use writes what it found to .env. Without a server it says which model fits this machine, and how to get it.",
  models:
    "npm run models -- list | pull <id> [--mirror <address>] [--trust-first] | verify [<id>] | measure <id>\nLists, downloads, verifies and measures local speech models. MODELS_DIR names their folder.",
  "prove-gates":
    "npm run prove-gates\nPlants a breach for every gate in a copy of the repository and shows that the gate finds it.",
  pictures: "npm run pictures\nTakes the pictures of the landing page anew, of a demo workspace, into web/public/pictures.",
  screenshots:
    "npm run screenshots [-- batches,docs]\nTakes every screen, or those whose address has one of the words, into screenshots/.",
};

/** Prints the usage of a command and ends with 0 where its arguments ask for it; otherwise does nothing. */
export function helpFor(command, args) {
  if (!args.includes("--help") && !args.includes("-h")) return;
  const ofProduct = JSON.parse(readFileSync(new URL("../../server/src/commands/usage.json", import.meta.url), "utf8"));
  const usage = USAGE[command] ?? ofProduct[command];
  if (usage === undefined) return;
  say(usage);
  process.exit(0);
}
