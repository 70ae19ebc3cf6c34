/**
 * `npm run bench [-- names] [--peers] [--alone] [--quick] [--json file]`: how fast we are, with others beside us in the same run.
 * Names: v2v-zero, defaults, first-clause, barge-in, density, media-kernel, whole, agent-tests, analytics, api, exports, calls, messages, turn, dialogues, values, slots, retrieval, guard; all without any. LiveKit Agents for Node.js is always beside us
 * where it can be installed; `--peers` adds those that need Python, `--alone` leaves all out.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { agentTests } from "./agent-tests.ts";
import { analytics } from "./analytics.ts";
import { api, exportsOfCalls } from "./api/api.ts";
import { calls } from "./calls/calls.ts";
import type { BenchRun } from "./benches.ts";
import { bargeIns, defaults, densities, firstClause, v2vZero } from "./benches.ts";
import { Results } from "./driver/table.ts";
import { guard } from "./guard.ts";
import { dialogues } from "./dialogues.ts";
import { external } from "./external/external.ts";
import { findPeers, ongea } from "./peers/peers.ts";
import { messages } from "./messages/messages.ts";
import { mediaKernel } from "./scenarios/media-kernel.ts";
import { retrieval } from "./retrieval/retrieval.ts";
import { slots } from "./slots.ts";
import { turn } from "./turn/turn.ts";
import { values as spokenValues } from "./values/values.ts";
import { whole } from "./whole/whole.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    peers: { type: "boolean", default: false },
    alone: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    set: { type: "string" },
    models: { type: "string" },
    embeddings: { type: "string" },
    model: { type: "string" },
    seed: { type: "string" },
    trace: { type: "boolean", default: false },
    ears: { type: "string" },
    voices: { type: "string" },
    external: { type: "string" },
    runner: { type: "string" },
    calls: { type: "string" },
    only: { type: "string" },
  },
});

const BENCHES: Record<string, (run: BenchRun) => Promise<void>> = {
  "v2v-zero": v2vZero,
  defaults,
  "first-clause": firstClause,
  "barge-in": bargeIns,
  density: densities,
  "media-kernel": async ({ results }) => {
    for (const [part, cost] of Object.entries(await mediaKernel())) results.add("media-kernel", part, { µs: cost });
  },
  whole: ({ results, quick }) => whole(results, quick),
  "agent-tests": ({ results, quick }) => agentTests(results, quick),
  analytics: ({ results, quick }) => {
    const calls = values.calls === undefined ? undefined : Math.max(1_000, Number(values.calls) || 0);
    return analytics(results, { quick, calls });
  },
  api: ({ results, quick }) => api(results, quick),
  exports: ({ results, quick }) => exportsOfCalls(results, quick),
  calls: ({ results, quick }) => calls(results, quick),
  messages: ({ results, quick }) => messages(results, quick),
  turn: ({ results, quick }) => turn(results, quick),
  dialogues: ({ results, quick }) =>
    values.external !== undefined && values.runner !== undefined
      ? external(results, { file: values.external, runner: values.runner, only: values.only, model: values.model })
      : dialogues(results, {
          quick,
          modelsFolder: values.models,
          seed: Number(values.seed ?? 7),
          trace: values.trace,
          ears: values.ears,
          voices: values.voices,
        }),
  values: ({ results }) => spokenValues(results, values.set),
  guard: ({ results, quick }) => guard(results, quick),
  slots: ({ results, quick }) => slots(results, quick, values.models),
  retrieval: ({ results, quick }) => {
    const { set, embeddings, model } = values;
    return retrieval({ results, quick, set, embeddings, model });
  },
};
/** Those that know no other engines. */
const ALONE = new Set([
  "media-kernel",
  "whole",
  "agent-tests",
  "analytics",
  "api",
  "exports",
  "calls",
  "messages",
  "turn",
  "dialogues",
  "values",
  "slots",
  "retrieval",
  "guard",
]);

const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}

const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}`;
console.log(`${machine}. Stubs: words final 100 ms after speech, model and voice 0 ms unless said.`);
const results = new Results();
const alone = values.alone || (positionals.length > 0 && positionals.every((name) => ALONE.has(name)));
const contenders = [ongea, ...(alone ? [] : await findPeers({ python: values.peers, results }))];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length === 0 || positionals.includes(name)) await bench({ contenders, results, quick: values.quick });
}
console.log(`\n${results.print()}`);
if (values.json) {
  mkdirSync(dirname(values.json), { recursive: true });
  writeFileSync(values.json, JSON.stringify({ machine, rows: results.rows, notes: results.notes }, undefined, 1));
}
