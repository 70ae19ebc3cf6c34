/** A real call as a test: what the caller said, and what came of it. Pure. */
import type { AgentTestCheck, AgentTestDraft, ExecutionDetail } from "@ongea/contract";

type EndedCall = Pick<ExecutionDetail, "id" | "journal">;
type Values = Record<string, string>;

interface TestOfCall {
  /** What the test is called. */
  name: string;
  /** Those that the agent has now: of others a test knows nothing. */
  tools: ReadonlySet<string>;
  /** On which the call was: `YYYY-MM-DD`. */
  day: string;
}

const MOST_LINES = 30;
const MOST_TOOLS = 28;
const LONGEST = 500;
const LONGEST_REPLY = 8_000;
const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
const MOST_DAYS_AHEAD = 999;

/** Undefined: nobody said anything. The caller's number is left out: whoever makes the test decides whether it holds a person's. */
export function testOfCall(call: EndedCall, { name, tools, day }: TestOfCall): AgentTestDraft | undefined {
  const said = call.journal.flatMap((entry) => (entry.kind === "turn" && entry.by === "caller" ? [entry] : []));
  const lines = said.map(({ text }) => text.trim().slice(0, LONGEST)).filter((text) => text !== "");
  if (lines.length === 0) return undefined;
  const done = call.journal.flatMap((entry) => (entry.kind === "tool" && entry.ok && tools.has(entry.name) ? [entry] : []));
  const checks: AgentTestCheck[] = done.map((entry) => ({
    kind: "tool",
    tool: entry.name,
    values: valuesOf(entry.arguments, day),
  }));
  if (call.journal.some(({ kind }) => kind === "transfer")) checks.push({ kind: "ended" });
  const language = said.findLast((turn) => turn.language !== undefined)?.language;
  if (language !== undefined) checks.push({ kind: "language", language });
  if (checks.length === 0) checks.push({ kind: "turns", most: Math.min(40, lines.length + 2) });
  return {
    name: name.slice(0, 120),
    persona: null,
    lines: lines.slice(0, MOST_LINES),
    answers: [],
    replies: Object.fromEntries(
      done.flatMap(({ name: tool, result }) => (isJson(result) && result.length <= LONGEST_REPLY ? [[tool, result]] : [])),
    ),
    caller_number: "",
    line: { noise: "none", loss_percent: 0 },
    needs_voice: false,
    checks: unique(checks).slice(0, MOST_TOOLS + 2),
    execution_id: call.id,
  };
}

/** Dates go with the day on which a test runs. */
function valuesOf(given: string, day: string): Values {
  const read: unknown = isJson(given) ? JSON.parse(given) : {};
  if (typeof read !== "object" || read === null) return {};
  return Object.fromEntries(
    Object.entries(read).flatMap(([name, value]: [string, unknown]) => {
      const text = typeof value === "object" ? "" : String(value).trim().slice(0, LONGEST);
      return text === "" ? [] : [[name, DAY.test(text) ? ahead(text, day) : text]];
    }),
  );
}

function ahead(date: string, day: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(day)) / DAY_MS);
  return days >= 0 && days <= MOST_DAYS_AHEAD ? `{+${days}}` : date;
}

function unique(checks: readonly AgentTestCheck[]): AgentTestCheck[] {
  const seen = new Set<string>();
  return checks.filter((check) => {
    const text = JSON.stringify(check);
    return seen.has(text) ? false : (seen.add(text), true);
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
