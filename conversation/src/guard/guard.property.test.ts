import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message, ToolDefinition, ValueReader } from "../ports.ts";
import { Guard } from "./guard.ts";
import { spokenValues } from "./spoken-values.ts";

const properties = { date: { type: "string" }, time: { type: "string" }, name: { type: "string" }, phone: { type: "string" } };
const BOOK: ToolDefinition = { name: "book_visit", description: "Books.", parameters: { properties }, hasEffect: true };
const ORDER: ToolDefinition = { ...BOOK, name: "order_taxi", description: "Orders." };
const CHECK: ToolDefinition = { name: "check_day", description: "", parameters: {} };
const TOOLS = [BOOK, ORDER, CHECK];

/** Days are said with their date, so that an oracle without a reader can look for them. */
const DAYS = { "2026-11-24": "Tuesday 24 November", "2026-11-25": "Wednesday 25 November", "2026-12-01": "Tuesday 1 December" };
const TIMES = ["10:00", "14:30", "16:15"];
const NAMES = ["Mary Wanjiku", "John Otieno", "Unknown", "caller"];
const PHONES = ["0722000111", "0733999888", "0722"];
type Given = Record<"date" | "time" | "name" | "phone", string>;

const given: fc.Arbitrary<Given> = fc.record({
  date: fc.constantFrom(...Object.keys(DAYS)),
  time: fc.constantFrom(...TIMES),
  name: fc.constantFrom(...NAMES),
  phone: fc.constantFrom(...PHONES),
});
const inWords = (one: Given): string[] => [DAYS[one.date as keyof typeof DAYS], one.time, one.name, one.phone];

type Step =
  | { kind: "caller"; text: string }
  | { kind: "agent"; text: string; cut: boolean }
  | { kind: "call"; tool: ToolDefinition; given: Given };

/** Most models and callers repeat a few values: else hardly anything would ever be done. */
const steps = (pool: readonly Given[]): fc.Arbitrary<Step[]> => {
  const values = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...pool) }, { weight: 1, arbitrary: given });
  const some = values.chain((one) => fc.subarray(inWords(one), { minLength: 1 }));
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 2, arbitrary: some.map((parts): Step => ({ kind: "caller", text: `I want ${parts.join(", ")}` })) },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom("yes", "Yes, correct", "no", "what?", "yes, but 16:15", "wait")
        .map((text): Step => ({ kind: "caller", text })),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.oneof(values.map(inWords), some), fc.boolean()).map(([parts, cut]): Step => ({
        kind: "agent",
        text: `So ${parts.join(", ")}. Is that correct?`,
        cut: cut && parts.length > 2,
      })),
    },
    {
      weight: 5,
      arbitrary: fc.tuple(fc.constantFrom(...TOOLS), values).map(([tool, one]): Step => ({ kind: "call", tool, given: one })),
    },
  );
  return fc.array(step, { minLength: 4, maxLength: 14 });
};

/** Without a reader: the agent's last words before a yes hold every value, and nothing was said since that takes it back. */
function mayRun(messages: readonly Message[], since: number, one: Given): boolean {
  const pairs: { agent: string; caller: string }[] = [];
  let agent = "";
  for (const message of messages.slice(since + 1)) {
    if (message.role === "assistant") agent += `${message.text}\n`;
    if (message.role !== "caller") continue;
    const last = pairs.at(-1);
    // Two sentences of the caller without a word between them are one answer.
    if (agent === "" && last) last.caller += ` ${message.text}`;
    else pairs.push({ agent, caller: message.text });
    agent = "";
  }
  const confirmed = pairs.findLastIndex(({ agent: said, caller }) => {
    const isWhole = said.includes("Let me check that I have this right") || inWords(one).every((value) => said.includes(value));
    return isWhole && said.includes(one.name) && /\byes\b/i.test(caller) && !/\b(?:no|wait|but)\b/.test(caller);
  });
  return confirmed >= 0 && !pairs.slice(confirmed + 1).some(({ caller }) => /yes, but/.test(caller) && one.time !== "16:15");
}

describe("any model with any caller", () => {
  it("does nothing that was not said, read back and answered yes, and nothing twice", () => {
    let effects = 0;
    // Few sentences come again and again: each is read once.
    const reader = spokenValues();
    const known = new Map<string, readonly unknown[]>();
    const read: ValueReader["read"] = (text, kind, context) => {
      const key = `${kind} ${context.asked ?? ""} ${text}`;
      const values = known.get(key) ?? reader.read(text, kind, context);
      known.set(key, values);
      return values;
    };
    const guardOf = (): Guard =>
      new Guard({
        reader: { read },
        checkArguments: (_schema, value) => ({ value, problems: [] }),
        country: "KE",
        callerNumber: "",
        facts: [],
      });
    const story = fc.array(given, { minLength: 1, maxLength: 2 }).chain(steps);
    fc.assert(
      fc.property(story, (all) => {
        const guard = guardOf();
        const messages: Message[] = [];
        let since = -1;
        let last = "";
        const run = (call: { id: string; name: string; arguments: string }, tool: ToolDefinition, one: Given): void => {
          expect(mayRun(messages, since, one)).toBe(true);
          expect(`${call.name} ${call.arguments}`).not.toBe(last);
          expect(["Unknown", "caller"]).not.toContain(one.name);
          expect(one.phone).not.toBe("0722");
          guard.ran(call, tool, { ok: true, result: '{"done":true}' });
          effects++;
          last = `${call.name} ${call.arguments}`;
          since = messages.length;
        };
        const frame = () => ({ messages, tools: TOOLS, language: "en", localTime: "2026-11-21T09:41:00+03:00" });
        const remember = (id: string, call: { name: string; arguments: string }, result: string): void => {
          messages.push(
            { role: "tool-call", id, name: call.name, arguments: call.arguments },
            { role: "tool-result", id, name: call.name, result },
          );
        };
        for (const [at, step] of all.entries()) {
          if (step.kind === "caller") messages.push({ role: "caller", text: step.text });
          if (step.kind === "agent")
            messages.push({
              role: "assistant",
              text: step.cut ? step.text.slice(0, 20) : step.text,
              ...(step.cut ? { cut: true } : {}),
            });
          const agreed = step.kind === "caller" ? guard.pendingCall(frame()) : undefined;
          if (agreed) {
            run(
              agreed,
              TOOLS.find(({ name }) => name === agreed.name)!,
              JSON.parse(agreed.arguments) as Given,
            );
            remember(`agreed-${at}`, agreed, '{"done":true}');
          }
          if (step.kind !== "call") continue;
          const call = { id: String(at), name: step.tool.name, arguments: JSON.stringify(step.given) };
          const verdict = guard.judge({ ...frame(), call, tool: step.tool });
          const isEffect = step.tool.hasEffect === true;
          if (verdict.kind === "run" && isEffect) run(call, step.tool, step.given);
          remember(
            call.id,
            call,
            verdict.kind === "held" ? verdict.result : verdict.kind === "known" ? verdict.outcome.result : '{"done":true}',
          );
          if (verdict.kind === "held" && verdict.ask) messages.push({ role: "assistant", text: verdict.ask });
        }
      }),
      { numRuns: 10_000, seed: 34 },
    );
    expect(effects).toBeGreaterThan(100);
  }, 240_000);
});
