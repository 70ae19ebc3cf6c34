/** The calls of a demo workspace: when, with whom, how they went. What they add up to is fixed. Pure. */
import type { Entry, HangupReason } from "@ongea/contract";
import { summarise, type NewCall } from "../../calls/index.ts";
import { journalOf, planConversation, type CallOutline } from "./conversation.ts";
import { COUNTRIES, numberIn } from "./countries.ts";
import { momentsOf } from "./moments.ts";
import { randomOf, type Random } from "./random.ts";
import { linesOf, marksOf, type Mark } from "./marks.ts";
import { writeScript, type Script } from "./script.ts";
import { SPOKEN, type SpokenCall } from "./spoken.ts";
import { ORGANISATIONS } from "./stories/index.ts";

/** What the specification shows (section 2.8). */
const CALLS = 1_248;
const COMPLETED = 1_229;
const AVERAGE_SECONDS = 204;
const AT_ONCE = 160;
const BREATH_MS = 8;
const UNANSWERED = { busy: 6, "no-answer": 9 } as const;
/** US cents a second: six cents a minute in the parts that the specification names (2.15), and the line. */
const CENTS_A_SECOND = { transcriber: 0.01, llm: 0, synthesizer: 0.05, platform: 0.1 / 3, network: 0.02 / 3 };

export interface DemoAgent {
  id: string;
  name: string;
  number: string;
}

export interface DemoCall {
  row: NewCall;
  /** The name that was said in it, or that was called. */
  person: string;
  /** Among the stories'. */
  organisation: number;
  /** From which the journal is made again whenever somebody reads it; null: nobody answered. */
  generated: GeneratedCall | null;
}

export interface GeneratedCall {
  /** What times and loudness are drawn from. */
  seed: string;
  language: string;
  /** What the transcript leaves out. */
  marks: Mark[];
}

interface Rough {
  organisation: number;
  script: Script;
  plan: CallOutline;
  /** Has drawn the plan and goes on with the journal. */
  drawn: Random;
  seed: string;
  seconds: number;
  recording: string | null;
}

/**
 * Newest first, some at a time: the database writes what is there while the next are made. It is half a second of work for the
 * processor, taken in pieces, so that nobody else waits for all of it.
 */
export async function* makeCalls(workspaceId: string, agents: readonly DemoAgent[], now: Date): AsyncGenerator<DemoCall[]> {
  const random = randomOf(`${workspaceId}/calls`);
  const moments = momentsOf(CALLS, now, random.branch("moments"));
  const quiet = quietPlaces(random.branch("unanswered"));
  const around = { workspaceId, agents, random };
  const breathe = createBreath();
  let made = 0;
  for (let first = 0; first < moments.length; first += AT_ONCE) {
    const places = moments.slice(first, first + AT_ONCE).map((startedAt, at) => ({ startedAt, ending: quiet.get(first + at) }));
    const rough: Rough[] = [];
    for (const { ending } of places) {
      if (ending !== undefined) continue;
      await breathe();
      rough.push(roughCall(made++, random));
    }
    giveTheirLengths(rough);
    const calls: DemoCall[] = [];
    for (const { startedAt, ending } of places) {
      await breathe();
      const answered = ending === undefined ? rough.shift() : undefined;
      calls.push(answered ? answeredCall(answered, startedAt, around) : unansweredCall(ending ?? "busy", startedAt, around));
    }
    yield calls;
  }
}

/** The journal of an answered call, the same each time. */
export function rehearse(
  { seed, language, marks }: GeneratedCall,
  { transcript, durationMs, epochMs }: { transcript: string; durationMs: number; epochMs: number },
): Entry[] {
  const random = randomOf(seed);
  return journalOf(planConversation(linesOf(transcript, marks), language, random), durationMs, epochMs, random);
}

/** What is heard in a call that is spoken: the same times as in its journal. */
export function spokenJournal(spoken: SpokenCall): { journal: Entry[]; durationMs: number; language: string } {
  const { plan, drawn, seconds } = roughOf(spoken.organisation, spoken.seed, spoken.recording);
  return { journal: journalOf(plan, seconds * 1_000, 0, drawn), durationMs: seconds * 1_000, language: plan.language };
}

interface Around {
  workspaceId: string;
  agents: readonly DemoAgent[];
  random: Random;
}

/** The newest come first: among them are those that can be heard. */
function roughCall(index: number, random: Random): Rough {
  const spoken = index % 3 === 2 ? SPOKEN[(index - 2) / 3] : undefined;
  return spoken
    ? roughOf(spoken.organisation, spoken.seed, spoken.recording)
    : roughOf(pickWeighted(random), random.uuid(), null);
}

function roughOf(organisation: number, seed: string, recording: string | null): Rough {
  const about = ORGANISATIONS[organisation];
  if (!about) throw new Error("There is no such organisation");
  const script = writeScript(about, randomOf(`${seed}/words`));
  const drawn = randomOf(seed);
  const plan = planConversation(script.lines, about.language, drawn);
  return { organisation, script, plan, drawn, seed, seconds: Math.round(plan.naturalMs / 1_000), recording };
}

/** Draws all but the spoken ones of these calls out (or presses them together) until their average is exact to the second. */
function giveTheirLengths(calls: readonly Rough[]): void {
  const elastic = calls.filter(({ recording }) => recording === null);
  let left = AVERAGE_SECONDS * calls.length - calls.reduce((sum, { seconds }) => sum + seconds, 0);
  const share = Math.trunc(left / elastic.length);
  for (const call of elastic) {
    call.seconds += share;
    left -= share;
  }
  for (const call of elastic.slice(0, Math.abs(left))) call.seconds += Math.sign(left);
}

function answeredCall(
  { organisation, script, plan, drawn, seed, seconds, recording }: Rough,
  startedAt: Date,
  { workspaceId, agents, random }: Around,
): DemoCall {
  const agent = agentOf(agents, organisation);
  const language = ORGANISATIONS[organisation]?.language ?? "en";
  const answeredAt = new Date(startedAt.getTime() + random.whole(2, 9) * 1_000);
  const endedAt = new Date(answeredAt.getTime() + seconds * 1_000);
  const journal = journalOf(plan, seconds * 1_000, answeredAt.getTime(), drawn);
  const { transcript, latency, weave, measures } = summarise(journal, seconds * 1_000);
  const isOurs = script.direction === "outbound";
  const row: NewCall = {
    ...bare(workspaceId, agent, startedAt, random),
    status: "completed",
    provider: script.number === null ? "webrtc" : "sip",
    direction: script.direction,
    fromNumber: isOurs ? agent.number : script.number,
    toNumber: isOurs ? script.number : script.number === null ? null : agent.number,
    userData: isOurs ? { name: script.person } : {},
    answeredAt,
    endedAt,
    updatedAt: endedAt,
    durationSeconds: seconds,
    transcript,
    latency,
    weave,
    measures,
    traits: { version: 1, language, ...(script.number !== null && { country: countryOf(organisation).code }) },
    hangupBy: isOurs ? "Callee" : "Caller",
    hangupReason: isOurs ? "Call recipient hung up" : "Normal Hangup",
    hangupCode: 4000,
    recording,
    cost: costOf(seconds),
  };
  return { row, person: script.person, organisation, generated: { seed, language, marks: marksOf(script.lines) } };
}

type Ending = "busy" | "no-answer" | "failed";

const HOW: Readonly<Record<Ending, { hangupReason: HangupReason; hangupCode: number }>> = {
  busy: { hangupReason: "Call recipient was busy", hangupCode: 3010 },
  "no-answer": { hangupReason: "Call unanswered", hangupCode: 3000 },
  failed: { hangupReason: "Carrier declined", hangupCode: 3050 },
};

function unansweredCall(status: Ending, startedAt: Date, { workspaceId, agents, random }: Around): DemoCall {
  const organisation = random.pick(CALLING);
  const agent = agentOf(agents, organisation);
  const country = countryOf(organisation);
  const person = `${random.pick(country.given)} ${random.pick(country.family)}`;
  const endedAt = new Date(startedAt.getTime() + (status === "no-answer" ? 32_000 : random.whole(2, 6) * 1_000));
  const row: NewCall = {
    ...bare(workspaceId, agent, startedAt, random),
    ...HOW[status],
    status,
    provider: "sip",
    direction: "outbound",
    fromNumber: agent.number,
    toNumber: numberIn(country, random),
    userData: { name: person },
    endedAt,
    updatedAt: endedAt,
    hangupBy: "Carrier",
    traits: { version: 1, country: country.code },
    cost: costOf(0),
  };
  return { row, person, organisation, generated: null };
}

function countryOf(organisation: number): (typeof COUNTRIES)[keyof typeof COUNTRIES] {
  return COUNTRIES[ORGANISATIONS[organisation]?.country ?? "kenya"];
}

function bare(
  workspaceId: string,
  agent: DemoAgent,
  startedAt: Date,
  random: Random,
): Pick<NewCall, "id" | "workspaceId" | "agentId" | "agentName" | "createdAt" | "initiatedAt"> {
  return {
    id: random.uuid(),
    workspaceId,
    agentId: agent.id,
    agentName: agent.name,
    createdAt: startedAt,
    initiatedAt: startedAt,
  };
}

function costOf(seconds: number): NewCall["cost"] {
  const cents = (aSecond: number): number => Math.round(aSecond * seconds * 10_000) / 10_000;
  const { transcriber, llm, synthesizer, platform, network } = CENTS_A_SECOND;
  const cost = { llm: cents(llm), network: cents(network), synthesizer: cents(synthesizer), transcriber: cents(transcriber) };
  /** Thirds of a cent: what rounding leaves over goes to the platform's part. */
  const all = cents(transcriber + llm + synthesizer + platform + network);
  return { ...cost, platform: Math.round((all - cost.network - cost.synthesizer - cost.transcriber) * 10_000) / 10_000 };
}

/** One that failed is among those that the home page tells of. */
const NEWEST_FAILED = 2;

/** Which of all calls nobody answered, spread over the month. */
function quietPlaces(random: Random): ReadonlyMap<number, Ending> {
  const endings = (["busy", "no-answer", "failed"] as const).flatMap((ending) =>
    Array.from(
      { length: ending === "failed" ? CALLS - COMPLETED - UNANSWERED.busy - UNANSWERED["no-answer"] : UNANSWERED[ending] },
      () => ending,
    ),
  );
  const places = new Map<number, Ending>();
  for (const [at, ending] of endings.entries()) {
    const stretch = Math.floor(CALLS / endings.length);
    places.set(
      at === endings.length - 1 ? NEWEST_FAILED : 7 + ((at * 7) % endings.length) * stretch + random.whole(0, stretch - 12),
      ending,
    );
  }
  return places;
}

/** Assistants that make calls. */
const CALLING = ORGANISATIONS.flatMap(({ outbound }, index) => (outbound > 0 ? [index] : []));
/** A busy front desk has more calls than a bursar's office. */
const WEIGHTS = [18, 12, 10, 9, 14, 5, 8, 10, 6, 4, 7, 5];

function pickWeighted(random: Random): number {
  let left = random.next() * WEIGHTS.reduce((sum, weight) => sum + weight, 0);
  return Math.max(
    0,
    WEIGHTS.findIndex((weight) => (left -= weight) < 0),
  );
}

function agentOf(agents: readonly DemoAgent[], organisation: number): DemoAgent {
  const agent = agents[organisation];
  if (!agent) throw new Error("An organisation without its assistant");
  return agent;
}

/** Lets others have the thread when this has held it for {@link BREATH_MS}. */
function createBreath(): () => Promise<void> {
  let heldSinceMs = performance.now();
  return async () => {
    if (performance.now() - heldSinceMs < BREATH_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    heldSinceMs = performance.now();
  };
}
