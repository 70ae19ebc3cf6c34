/** What the form guard adds to a turn: long calls in which a model calls a booking tool at every turn of the caller, with and without it. */
import { createFormGuard, spokenValues, type FormGuard, type Message, type ToolDefinition } from "@ongea/conversation";
import type { Results } from "./driver/table.ts";

const text = { type: "string" };
const BOOK: ToolDefinition = {
  name: "book_appointment",
  description: "Books an appointment.",
  parameters: { type: "object", properties: { date: text, time: text, name: text, phone: text, reason: text } },
  hasEffect: true,
  openingHours: { mon: ["08:00-17:00"], tue: ["08:00-17:00"], wed: ["08:00-17:00"], thu: ["08:00-17:00"], fri: ["08:00-17:00"] },
};
const LOCAL_TIME = "2026-11-21T09:41:00+03:00";
/** A caller who takes long to decide: each answer is another one. */
const SAID = [
  "Good morning, I would like to see the doctor on Tuesday the twenty fourth of November please",
  "at half past ten in the morning if that is possible",
  "my name is Mary Wanjiku Otieno",
  "the number is zero seven two two, triple zero, one one one",
  "it is about my knee, it has hurt since I fell from the ladder two weeks ago",
  "what does that cost, more or less than two thousand shillings?",
  "yes that is right",
  "actually could we make it Wednesday at a quarter to four instead",
];
const ANSWER = "So that is Tuesday 24 November at 10:30 for Mary Wanjiku Otieno, 0722 000 111, about the knee. Is that correct?";
const TIMES = ["10:30", "15:45"];
const INSTRUCTIONS = "You answer the telephone of Imani Clinic. A visit costs 1,500 shillings. We open at 08:00. ".repeat(20);

interface Turn {
  ms: number;
}

export function guard(results: Results, quick: boolean): Promise<void> {
  const turns = quick ? 20 : 60;
  const calls = quick ? 10 : 40;
  // What was compiled and read before is not measured.
  playCall(turns, guardOf());
  for (const [what, made] of [
    ["with the guard", guardOf],
    ["without", undefined],
  ] as const) {
    const before = process.cpuUsage();
    const all = Array.from({ length: calls }, () => playCall(turns, made?.())).flat();
    const { user, system } = process.cpuUsage(before);
    const sorted = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const at = (share: number): number => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 1_000) / 1_000;
    results.add("guard", what, {
      "turns a call": turns,
      calls,
      "CPU ms a turn": Math.round((user + system) / all.length) / 1_000,
      "p50 ms": at(0.5),
      "p95 ms": at(0.95),
      "p99 ms": at(0.99),
      "longest ms": at(1),
    });
  }
  return Promise.resolve();
}

function guardOf(): FormGuard {
  return createFormGuard({
    reader: spokenValues(),
    checkArguments: (_schema, value) => ({ value, problems: [] }),
    country: "KE",
    callerNumber: "+254733999000",
    facts: [],
    instructions: INSTRUCTIONS,
    tools: [BOOK],
    holdsFacts: false,
    corrected: () => {},
  });
}

/** Every turn as the engine plays it: the question that is open, the answer's sentences, a call of the tool. */
function playCall(turns: number, guarded: FormGuard | undefined): Turn[] {
  const messages: Message[] = [];
  return Array.from({ length: turns }, (_, turn) => {
    messages.push({ role: "caller", text: `${SAID[turn % SAID.length]}${turn < SAID.length ? "" : `, ${turn}`}` });
    const given = { date: "2026-11-24", time: TIMES[turn % 2], name: "Mary Wanjiku Otieno", phone: "0722000111", reason: "knee" };
    const call = { id: `call_${turn}`, name: BOOK.name, arguments: JSON.stringify(given) };
    const frame = { tools: [BOOK], language: "en", localTime: LOCAL_TIME, messages };
    const startMs = performance.now();
    if (guarded) {
      guarded.pendingCall(frame);
      const verdict = guarded.judge({ ...frame, call, tool: BOOK });
      if (verdict.kind === "run") {
        guarded.began(call, BOOK, "running");
        guarded.ran(call, BOOK, { ok: true, result: '{"booked":true}' });
      }
      const answer = guarded.answer(() => "en");
      for (const clause of ANSWER.split(/(?<=[.?]) /)) answer.clause(clause);
    }
    const ms = performance.now() - startMs;
    messages.push({ role: "tool-call", ...call }, { role: "tool-result", id: call.id, name: call.name, result: '{"held":true}' });
    messages.push({ role: "assistant", text: ANSWER });
    return { ms };
  });
}
