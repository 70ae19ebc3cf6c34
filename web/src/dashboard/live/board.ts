/** The running calls of a board, kept up to date by what is pushed. Pure. */
import {
  type BoardCall,
  type Entry,
  type Execution,
  isFinal,
  isPlanned,
  type LiveBoard,
  MOST_ON_BOARD,
  type Turn,
} from "@ongea/contract";

/** What a strip of the board shows: so much of the end of each call, all at one scale. */
export const STRIP_MS = 120_000;

export type Doing = "agent" | "caller" | "thinks" | "listens" | "held" | "transferring" | "transferred";

export interface RunningCall {
  readonly call: Execution;
  /** By the server's clock, ms; undefined: it is not answered yet. */
  readonly answeredMs: number | undefined;
  readonly turns: readonly Turn[];
  readonly tools: readonly Extract<Entry, { kind: "tool" }>[];
  /** What the caller is saying. */
  readonly partial: string;
  /** What the agent has said of its turn. */
  readonly saying: string;
  readonly doing: Doing;
  /** When the line was last held, let go, put through or rung for, ms after the answer; undefined: never. */
  readonly lineMs: number | undefined;
}

export interface Board {
  /** The longest running first. */
  readonly calls: ReadonlyMap<string, RunningCall>;
  /** Calls that have ended: an answer that was on its way then does not bring them back. */
  readonly ended: ReadonlySet<string>;
}

export type BoardEvent = { event: "call"; call: Execution } | { event: "entry"; execution_id: string; entry: Entry };

export const EMPTY_BOARD: Board = { calls: new Map(), ended: new Set() };
const MOST_ENDED = 500;
const JUST_BEGUN_MS = 5_000;

/** What the server answers, with what was pushed meanwhile. */
export function withAnswer(board: Board, answer: Pick<LiveBoard, "calls" | "now">): Board {
  const calls = new Map<string, RunningCall>();
  for (const one of answer.calls) {
    if (board.ended.has(one.call.id)) continue;
    const known = board.calls.get(one.call.id);
    calls.set(one.call.id, known ? joined(known, read(one)) : read(one));
  }
  // One that has just begun was told before its row could be read.
  const justMs = Date.parse(answer.now) - JUST_BEGUN_MS;
  for (const [id, known] of board.calls) if (!calls.has(id) && Date.parse(known.call.created_at) > justMs) calls.set(id, known);
  return { calls, ended: board.ended };
}

export function withEvents(board: Board, events: readonly BoardEvent[]): Board {
  const calls = new Map(board.calls);
  const ended = new Set(board.ended);
  for (const one of events) {
    if (one.event === "call") hearCall(calls, ended, one.call);
    else {
      const known = calls.get(one.execution_id);
      if (known) calls.set(one.execution_id, withEntry(known, one.entry));
    }
  }
  return { calls, ended: new Set([...ended].slice(-MOST_ENDED)) };
}

/** What was said last, the words of a moment ago first. */
export function lastWords({
  partial,
  saying,
  turns,
}: RunningCall): { by: "caller" | "assistant"; text: string; goesOn?: true } | undefined {
  if (partial !== "") return { by: "caller", text: partial, goesOn: true };
  if (saying !== "") return { by: "assistant", text: saying, goesOn: true };
  return turns.findLast(({ text }) => text.trim() !== "");
}

function hearCall(calls: Map<string, RunningCall>, ended: Set<string>, call: Execution): void {
  if (isFinal(call.status)) {
    calls.delete(call.id);
    ended.add(call.id);
    return;
  }
  if (isPlanned(call.status) || call.status === "queued" || ended.has(call.id)) return;
  const known = calls.get(call.id);
  if (known) calls.set(call.id, { ...known, call });
  else if (calls.size < MOST_ON_BOARD) calls.set(call.id, { ...NEW, call });
}

const NEW: Omit<RunningCall, "call"> = {
  answeredMs: undefined,
  turns: [],
  tools: [],
  partial: "",
  saying: "",
  doing: "listens",
  lineMs: undefined,
};

function read({ call, answered_at, line, entries }: BoardCall): RunningCall {
  const answeredMs = answered_at === null ? undefined : Date.parse(answered_at);
  const known = entries.reduce(withEntry, { ...NEW, call, answeredMs });
  return line ? withEntry(known, { kind: "line", atMs: line.at_ms, state: line.state }) : known;
}

/** Of two that know the same call, each knows turns that the other does not. */
function joined(known: RunningCall, fresh: RunningCall): RunningCall {
  const isMoved = (fresh.lineMs ?? -1) > (known.lineMs ?? -1);
  return {
    ...known,
    ...(isMoved && { doing: fresh.doing, lineMs: fresh.lineMs }),
    call: fresh.call,
    answeredMs: known.answeredMs ?? fresh.answeredMs,
    turns: newest([...fresh.turns, ...known.turns.filter(({ index }) => fresh.turns.every((one) => one.index !== index))]),
    tools: newest([...fresh.tools, ...known.tools.filter(({ startMs }) => fresh.tools.every((one) => one.startMs !== startMs))]),
  };
}

const DOING = {
  listening: "listens",
  interrupted: "caller",
  thinking: "thinks",
  speaking: "agent",
  closing: "agent",
} as const satisfies Record<Extract<Entry, { kind: "state" }>["state"], Doing>;

function withEntry(call: RunningCall, entry: Entry): RunningCall {
  switch (entry.kind) {
    case "opened":
      return { ...call, answeredMs: entry.epochMs };
    case "state":
      return { ...doingNow(call, DOING[entry.state]), partial: entry.state === "speaking" ? "" : call.partial };
    case "line":
      return { ...call, doing: entry.state === "open" ? "listens" : entry.state, lineMs: Math.round(entry.atMs) };
    case "partial":
      return { ...doingNow(call, call.doing === "agent" ? call.doing : "caller"), partial: entry.text };
    case "saying":
      return { ...call, saying: entry.text };
    case "turn":
      return withTurn(call, entry);
    case "tool":
      return { ...call, tools: newest([...call.tools, entry]) };
    default:
      return call;
  }
}

const WITHOUT_AGENT: ReadonlySet<Doing> = new Set(["held", "transferring", "transferred"]);

/** A call that is held or put through stays so until its line is open again, whatever is still said. */
function doingNow(call: RunningCall, doing: Doing): RunningCall {
  return WITHOUT_AGENT.has(call.doing) ? call : { ...call, doing };
}

function withTurn(call: RunningCall, turn: Turn): RunningCall {
  const others = call.turns.filter(({ index }) => index !== turn.index);
  const said = turn.by === "caller" ? { partial: "" } : { saying: "" };
  return { ...call, turns: newest([...others, turn]), ...said };
}

/** What a strip can show, and the last one in any case. */
function newest<One extends { startMs: number; endMs: number }>(all: readonly One[]): One[] {
  const inOrder = all.toSorted((one, other) => one.startMs - other.startMs);
  const endMs = Math.max(0, ...inOrder.map((one) => one.endMs));
  return inOrder.filter((one) => one.endMs > endMs - STRIP_MS);
}
