/**
 * `npm run bench [-- names] [--peers] [--quick] [--json file]`: how fast we are, with others beside us in the same run.
 * Names: v2v-zero, first-clause, barge-in, density, media-kernel; all without any.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { round } from "./driver/figures.ts";
import { Subject, type SubjectProgram } from "./driver/subject.ts";
import { findPeers } from "./peers/peers.ts";
import { bargeIn } from "./scenarios/barge-in.ts";
import { mediaKernel } from "./scenarios/media-kernel.ts";
import { idealMs, turns } from "./scenarios/turns.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { peers: { type: "boolean", default: false }, quick: { type: "boolean", default: false }, json: { type: "string" } },
});
const here = dirname(fileURLToPath(import.meta.url));
const TSX = fileURLToPath(import.meta.resolve("tsx"));
const WHOLE = "I would like an appointment on Thursday";
const HANGING = "I would like to come on";
const REPLY = "We have two free hours on Thursday morning.";
const COMMA = "Yes of course we, have two free hours on Thursday morning and one in the afternoon.";
const quick = values.quick;
const table: Record<string, unknown>[] = [];

const ongea = (...flags: string[]): SubjectProgram => ({
  name: "Ongea",
  command: process.execPath,
  args: ["--import", TSX, `${here}/subjects/ongea.ts`, ...flags],
});
const subjects = [ongea(), ...(await findPeers(values.peers))];

console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}; stubs: words final 100 ms after speech, model and voice 0 ms.`,
);
if (wanted("v2v-zero")) await v2vZero();
if (wanted("first-clause")) await firstClause();
if (wanted("barge-in")) await bargeIns();
if (wanted("density")) await density();
if (wanted("media-kernel")) add("media-kernel", "Ongea", await mediaKernel());
if (values.json) {
  mkdirSync(dirname(values.json), { recursive: true });
  writeFileSync(values.json, JSON.stringify({ node: process.version, processor: cpus()[0]?.model, rows: table }, undefined, 1));
}

/** Overhead over ideal with the end of a turn set to 200 ms of silence, alone and among 40; and what callers get at the defaults. */
async function v2vZero(): Promise<void> {
  for (const program of subjects) {
    for (const sessions of [1, 40]) {
      await measured(program, async (subject) => {
        const settings = { endpointMs: 200, reply: REPLY, tokenMs: 0, greeting: "" };
        const { v2v, missed, cutIns, driverLateP99Ms } = await turns(subject, {
          sessions,
          turns: turnCount(sessions),
          settings,
          text: WHOLE,
        });
        add("v2v-zero", program.name, {
          sessions,
          "overhead p50": round(v2v.p50 - idealMs(200)),
          "overhead p99": round(v2v.p99 - idealMs(200)),
          n: v2v.n,
          missed,
          "false cut-ins": cutIns,
          "driver late p99": driverLateP99Ms,
        });
      });
    }
    for (const [what, text] of [
      ["words complete", WHOLE],
      ["words not complete", HANGING],
    ] as const) {
      await measured(program, async (subject) => {
        const { v2v, missed } = await turns(subject, {
          sessions: 1,
          turns: turnCount(1),
          settings: { reply: REPLY, tokenMs: 0, greeting: "" },
          text,
        });
        add("v2v at defaults", program.name, { what, "end of speech to sound p50": v2v.p50, p95: v2v.p95, missed });
      });
    }
  }
}

/** A model at 50 tokens a second whose first comma comes after four words: first token → first sound. */
async function firstClause(): Promise<void> {
  for (const program of subjects) {
    await measured(program, async (subject) => {
      const settings = { endpointMs: 200, reply: COMMA, tokenMs: 20, greeting: "" };
      const { v2v, missed } = await turns(subject, { sessions: 1, turns: turnCount(1), settings, text: WHOLE });
      add("first-clause", program.name, {
        "more than without waiting for tokens, p50": round(v2v.p50 - idealMs(200)),
        p95: round(v2v.p95 - idealMs(200)),
        missed,
      });
    });
  }
}

async function bargeIns(): Promise<void> {
  for (const program of subjects) {
    await measured(program, async (subject) => {
      const { stop, ignored } = await bargeIn(subject, { tries: quick ? 8 : 25, settings: {} });
      add("barge-in", program.name, { "stop p50": stop.p50, p95: stop.p95, ignored });
    });
  }
}

/** With a real voice-activity model, 20 sessions that talk: the share of a core that one takes, and its memory. */
async function density(): Promise<void> {
  const sessions = 20;
  for (const program of subjects) {
    await measured(program.name === "Ongea" ? ongea("--silero") : program, async (subject) => {
      const before = subject.memoryMb;
      const result = await turns(subject, {
        sessions,
        turns: quick ? 4 : 10,
        settings: { reply: REPLY, tokenMs: 0, greeting: "" },
        text: WHOLE,
      });
      add("density", program.name, {
        sessions,
        "% of a core a session": result.cpuShareASession,
        "sessions a core": Math.floor(100 / result.cpuShareASession),
        "MB a session": round((result.memoryMb - before) / sessions),
      });
    });
  }
}

async function measured(program: SubjectProgram, work: (subject: Subject) => Promise<void>): Promise<void> {
  const subject = new Subject(program);
  try {
    await work(subject);
  } catch (error) {
    add("failed", program.name, { why: error instanceof Error ? error.message : String(error) });
  } finally {
    await subject.stop();
  }
}

function add(bench: string, subject: string, figures: Record<string, unknown>): void {
  table.push({ bench, subject, ...figures });
  console.log(
    `${bench.padEnd(16)} ${subject.padEnd(16)} ${Object.entries(figures)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(" · ")}`,
  );
}

function turnCount(sessions: number): number {
  return quick ? 5 : sessions === 1 ? 30 : 8;
}

function wanted(name: string): boolean {
  return positionals.length === 0 || positionals.includes(name);
}
