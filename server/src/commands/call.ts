/** `npm run call -- --to front_desk --say "…"`: rings an agent of the running server and prints what is said. */
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  type Agent,
  type Client,
  type Entry,
  isFinal,
  lateWordsMs,
  listAgents,
  NO_RECOGNISER,
  readCall,
  readStatus,
  type Turn,
} from "@ongea/contract";
import { resample } from "@ongea/conversation";
import { CannotStart } from "../platform/cannot-start.ts";
import { openSpokenLines, type SpokenLines } from "./spoken-lines.ts";
import { PHONE_RATE_HZ, dial, type PhoneCall } from "./telephone.ts";
import { describeDelays } from "./transcript-lines.ts";
import usage from "./usage.json" with { type: "json" };
import { readWavFile } from "./wav-file.ts";
import { watch } from "./watch.ts";
import { clientOn, type ServerAccess } from "./server-access.ts";

export interface CallCommand {
  to: string;
  /** The number that the agent is shown; absent: a name of this terminal. */
  from?: string;
  /** What the caller says, in order. */
  speech: readonly Said[];
  /** Hang up this long after the last words when nothing more comes. */
  patienceMs: number;
}

type Said = { say: string } | { wav: string };
type Tell = (line: string) => void;

/** A short silence after the agent has finished, as people leave it. */
const BREATH_MS = 400;
const FIND_TIMEOUT_MS = 15_000;
/** What a call leaves is stored within a moment of its end; a database that is away takes longer, and the server waits for it. */
const KEEP_TIMEOUT_MS = 15_000;
const ASK_EVERY_MS = 150;
const SAME_SIGNAL_MS = 700;

const SHOWN = /^\+?\d{3,15}$/;

export function parseCall(argv: readonly string[]): CallCommand {
  try {
    const { tokens } = parseArgs({
      args: [...argv],
      options: {
        to: { type: "string" },
        from: { type: "string" },
        say: { type: "string" },
        wav: { type: "string" },
        patience: { type: "string" },
      },
      tokens: true,
    });
    const given = tokens.flatMap((token) => (token.kind === "option" ? [{ name: token.name, value: token.value ?? "" }] : []));
    const to = given.findLast(({ name }) => name === "to")?.value;
    const patience = Number(given.findLast(({ name }) => name === "patience")?.value ?? 15);
    if (!to) throw new Error("--to is missing.");
    if (!(patience > 0)) throw new Error("--patience takes a number of seconds.");
    const from = given.findLast(({ name }) => name === "from")?.value;
    if (from !== undefined && !SHOWN.test(from)) throw new Error("--from takes a number, such as +254712345678.");
    const speech = given.flatMap(({ name, value }): Said[] => {
      if (name === "say") return [{ say: value }];
      return name === "wav" ? [{ wav: value }] : [];
    });
    return { to, ...(from === undefined ? {} : { from }), speech, patienceMs: patience * 1_000 };
  } catch (error) {
    // Of what the parser says of an unknown option, the first sentence is for people.
    const [why = ""] = error instanceof Error ? error.message.split(". ") : [];
    throw new CannotStart(`${why.replace(/\.?$/, ".")}\n${usage.call}`, { cause: error });
  }
}

/** Places the call and returns when it is over. */
export async function call(command: CallCommand, way: ServerAccess, tell: Tell): Promise<void> {
  const { url } = way;
  const client = clientOn(way);
  const agents = await client.call(listAgents).catch((error: unknown) => {
    throw new CannotStart(`No server answers at ${url}. Start one with npm start.`, { cause: error });
  });
  const { sip, speech } = await client.call(readStatus);
  const number = numberOf(agents, command.to);
  if (!sip) throw new CannotStart("The server has no SIP port.");
  const live = await watch(way);
  const voice = await openSpokenLines();
  const from = command.from ?? `terminal-${process.pid}`;
  const found = live.call((candidate) => candidate.user_number === from, FIND_TIMEOUT_MS);
  found.catch(() => undefined);
  const phone = await dial({ host: new URL(url).hostname, port: sip.port, number, from });
  const letGo = hangUpOnSignal(phone, tell);
  try {
    for (const line of deafness(speech)) tell(line);
    tell(`Calling ${number}, SIP port ${sip.port} …`);
    await phone.answered.catch((error: unknown) => {
      throw new CannotStart(`The call was not answered: ${error instanceof Error ? error.message : String(error)}.`, {
        cause: error,
      });
    });
    const { id } = await found;
    await converse({ id, phone, voice, command, tell, follow: (hear) => live.follow(id, hear) });
    if (!(await isKept(id, client))) tell("\nThe server has not stored the end of the call yet.");
    // Whoever is not signed in is asked to, and lands on the call then.
    tell(`\nThe call as it is kept: ${way.publicUrl}/dashboard/call-history/${id}`);
  } finally {
    letGo();
    live.close();
    await phone.close();
    await voice.close();
  }
}

/** Why callers are not heard, or not by what was wanted, and the command that cures it. */
export function deafness(speech: readonly { part: string; name: string; ready: boolean; note?: string | undefined }[]): string[] {
  return speech
    .filter(({ part, ready }) => part === "ears" && !ready)
    .map(({ name, note = "" }) => (name === NO_RECOGNISER ? note : `${name}: ${note}`).replace(/\.?$/, "."));
}

/** Ctrl-C hangs up, as people do; pressed again it ends this program at once. Through npm one press comes twice. */
function hangUpOnSignal(phone: PhoneCall, tell: Tell): () => void {
  let firstMs: number | undefined;
  const heed = (): void => {
    if (firstMs !== undefined && performance.now() - firstMs > SAME_SIGNAL_MS) process.exit(130);
    if (firstMs !== undefined) return;
    firstMs = performance.now();
    tell("\nHanging up …");
    phone.hangUp();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, heed);
  return () => {
    for (const signal of signals) process.off(signal, heed);
  };
}

/** Whether the server has stored how the call ended; waits for it. */
async function isKept(id: string, client: Client): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < KEEP_TIMEOUT_MS; waitedMs += ASK_EVERY_MS) {
    const row = await client.call(readCall, { params: { execution_id: id } }).catch(() => undefined);
    if (row && isFinal(row.status)) return true;
    await sleep(ASK_EVERY_MS);
  }
  return false;
}

interface Talk {
  id: string;
  phone: PhoneCall;
  voice: SpokenLines;
  command: CallCommand;
  tell: Tell;
  follow(hear: (entry: Entry) => void): void;
}

/** Says one thing after each turn of the agent. */
async function converse({ phone, voice, command, tell, follow }: Talk): Promise<void> {
  const waiting = await Promise.all(command.speech.map((speech) => soundOf(speech, voice)));
  const typed = command.speech.length === 0 ? typedLines(async (line) => phone.say(await voice.speak(line))) : undefined;
  let timer: NodeJS.Timeout | undefined;
  const next = (): void => {
    const sound = waiting.shift();
    if (sound) phone.say(sound);
    else if (!typed) timer = setTimeout(() => phone.hangUp(), command.patienceMs);
  };
  const turns: Turn[] = [];
  follow((entry) => {
    if (entry.kind === "turn") turns.push(entry);
    for (const line of describeEntry(entry)) tell(line);
    if (entry.kind === "state") clearTimeout(timer);
    if (entry.kind === "state" && entry.state === "listening" && phone.isSilent) timer = setTimeout(next, BREATH_MS);
  });
  const end = await phone.ended;
  clearTimeout(timer);
  typed?.close();
  tell(`\nOver: ${end.by === "remote" ? "the agent hung up" : end.by === "us" ? "we hung up" : "the connection was lost"}.`);
  for (const line of slowness(turns)) tell(line);
}

/** That the machine was too slow for the call, and what helps; nothing where it was not. */
export function slowness(turns: readonly Pick<Turn, "text" | "delays">[]): string[] {
  const ms = lateWordsMs(turns);
  if (ms === undefined) return [];
  return [
    "",
    `This machine was too slow for speech recognition in this call: words came ${(ms / 1_000).toFixed(1)} s after they were said.`,
    "Words may be lost or misheard then. Stop other programs, give it more processors, or connect a speech provider.",
  ];
}

async function soundOf(speech: Said, voice: SpokenLines): Promise<Int16Array> {
  if ("say" in speech) return voice.speak(speech.say);
  const { samples, sampleRateHz } = readWavFile(speech.wav);
  return resample(samples, sampleRateHz, PHONE_RATE_HZ);
}

function typedLines(said: (line: string) => Promise<void>): { close(): void } {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    if (line.trim() !== "") void said(line);
  });
  return lines;
}

function describeEntry(entry: Entry): string[] {
  switch (entry.kind) {
    case "turn":
      return [
        `${entry.by === "assistant" ? "agent    " : "caller   "}  ${entry.text}${entry.cut ? " —" : ""}`,
        ...describeDelays(entry.delays),
      ];
    case "tool":
      return [`           [${entry.name} ${entry.arguments} → ${entry.result}]`];
    case "recording":
      return entry.text ? [`           [${entry.text}]`] : [];
    case "failure":
      return [`           [${entry.stage}: ${entry.problem.message}${entry.next ? `; ${entry.next} takes over` : ""}]`];
    default:
      return [];
  }
}

/** By template or name, as its first number; or the number itself. */
function numberOf(agents: readonly Agent[], wanted: string): string {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const agent = agents.find(({ id, agent_name, agent_type, phone_numbers }) =>
    [id, agent_name, agent_type, ...phone_numbers].some((name) => plain(name) === plain(wanted)),
  );
  const number = agent?.phone_numbers[0] ?? (/^\+?\d+$/.test(wanted) ? wanted : undefined);
  if (number !== undefined) return number;
  const names = agents.map(({ agent_name, agent_type }) => `${agent_type} (${agent_name})`).join(", ");
  throw new CannotStart(`No agent called "${wanted}". Try ${names}.`);
}
