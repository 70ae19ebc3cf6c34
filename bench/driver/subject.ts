/** A program under measurement, in a process of its own; the driver owns every caller, every stub's delay and every time stamp. */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Duplex } from "node:stream";
import type { Message, Settings } from "./protocol.ts";
import { encode, KIND, reader } from "./protocol.ts";

export interface SubjectProgram {
  command: string;
  args: readonly string[];
  cwd?: string;
}

export interface SubjectListener {
  /** A frame that holds sound, when it came and how long it sounds. */
  sounded(atMs: number, soundsMs: number): void;
  cleared(atMs: number): void;
  /** The model's stub has given its first token. */
  thought?(atMs: number): void;
}

const ANSWER_LIMIT_MS = 60_000;
const BYTES_PER_MS = 32;
/** Louder than this (16 bit) is sound. */
const SOUND = 400;

export class Subject {
  readonly #child: ChildProcess;
  readonly #link: Duplex;
  readonly #listeners = new Map<number, SubjectListener>();
  readonly #opening = new Map<number, () => void>();
  /** Rejects when the program ends. */
  readonly #ended: Promise<never>;
  #settled: (() => void) | undefined;
  #count = 0;

  constructor(program: SubjectProgram) {
    this.#child = spawn(program.command, [...program.args], {
      stdio: ["ignore", "ignore", "inherit", "pipe"],
      ...(program.cwd ? { cwd: program.cwd } : {}),
    });
    this.#link = this.#child.stdio[3] as Duplex;
    this.#link.on(
      "data",
      reader((message) => this.#take(message)),
    );
    this.#link.on("error", () => {});
    this.#ended = new Promise((_, reject) =>
      this.#child.once("exit", (code) => reject(new Error(`it ended by itself (${code})`))),
    );
    this.#ended.catch(() => undefined);
  }

  async open(settings: Settings, listener: SubjectListener): Promise<number> {
    const session = this.#count++;
    this.#listeners.set(session, listener);
    const opened = new Promise<void>((resolve) => this.#opening.set(session, resolve));
    this.send(session, KIND.open, JSON.stringify(settings));
    await this.#inTime(opened, "open a session");
    this.#opening.delete(session);
    return session;
  }

  send(session: number, kind: number, payload: Uint8Array | string = ""): void {
    this.#link.write(encode(session, kind, payload));
  }

  close(session: number): void {
    this.send(session, KIND.close);
    this.#listeners.delete(session);
  }

  /** Has it collect its garbage, as far as it can be asked to. */
  async settle(): Promise<void> {
    const settled = new Promise<void>((resolve) => (this.#settled = resolve));
    this.send(0, KIND.settle);
    await this.#inTime(settled, "settle");
  }

  /** CPU time used so far by the process, its threads and its children, ms. */
  get cpuMs(): number {
    return treeOf(this.#child.pid ?? 0).reduce((sum, pid) => sum + cpuOf(pid), 0);
  }

  /** Memory of the process and its children, MB (resident). */
  get memoryMb(): number {
    return treeOf(this.#child.pid ?? 0).reduce((sum, pid) => sum + residentOf(pid), 0);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const gone = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGTERM");
    const late = setTimeout(() => this.#child.kill("SIGKILL"), 3_000);
    await gone;
    clearTimeout(late);
  }

  async #inTime(done: Promise<void>, what: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`it did not ${what} within ${ANSWER_LIMIT_MS} ms`)), ANSWER_LIMIT_MS);
    });
    await Promise.race([done, late, this.#ended]).finally(() => clearTimeout(timer));
  }

  #take({ session, kind, payload }: Message): void {
    if (kind === KIND.opened) return this.#opening.get(session)?.();
    if (kind === KIND.settled) return this.#settled?.();
    const now = performance.now();
    if (kind === KIND.token) this.#listeners.get(session)?.thought?.(now);
    if (kind === KIND.clear) this.#listeners.get(session)?.cleared(now);
    if (kind === KIND.said && isSound(payload)) this.#listeners.get(session)?.sounded(now, payload.length / BYTES_PER_MS);
  }
}

/** Every eighth sample is enough: what subjects say has no higher tones than 1 kHz. */
function isSound(payload: Buffer): boolean {
  for (let at = 0; at + 1 < payload.length; at += 16) if (Math.abs(payload.readInt16LE(at)) > SOUND) return true;
  return false;
}

function treeOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
    return [pid, ...children.flatMap(treeOf)];
  } catch {
    return [];
  }
}

function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : 0;
}

function residentOf(pid: number): number {
  const fields = statOf(pid);
  return fields ? (Number(fields[21]) * 4_096) / 1e6 : 0;
}

/** Fields of /proc/pid/stat after the name. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ");
  } catch {
    return undefined;
  }
}
