import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message, ToolDefinition, ValueReader } from "../ports.ts";
import { Guard, type Verdict } from "./guard.ts";
import type { DoneCorrection } from "./index.ts";
import { spokenValues } from "./spoken-values.ts";

const properties = { date: { type: "string" }, time: { type: "string" }, name: { type: "string" }, phone: { type: "string" } };
const effect = (name: string, own: object, rest: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  description: "",
  parameters: { properties: own },
  hasEffect: true,
  ...rest,
});
const { date, time } = properties;
const BOOK = effect("book_visit", properties, { change: "move_visit", undo: "cancel_visit" });
const MOVE = effect("move_visit", { date, time, new_date: date, new_time: time });
const CANCEL = effect("cancel_visit", properties);
const ORDER = effect("order_taxi", properties, { undo: "drop_taxi" });
const DROP = effect("drop_taxi", properties);
const CHECK: ToolDefinition = { name: "check_day", description: "", parameters: {} };
const TOOLS = [BOOK, MOVE, CANCEL, ORDER, DROP, CHECK];

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
  /** The model says what the guard wants said. */
  | { kind: "repeats" }
  | { kind: "call"; tool: ToolDefinition; given: Given; to: Given };

/** Most models and callers repeat a few values: else hardly anything would ever be done. */
const steps = (pool: readonly Given[]): fc.Arbitrary<Step[]> => {
  const values = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...pool) }, { weight: 1, arbitrary: given });
  const some = values.chain((one) => fc.subarray(inWords(one), { minLength: 1 }));
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 2, arbitrary: some.map((parts): Step => ({ kind: "caller", text: `I want ${parts.join(", ")}` })) },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom("yes", "Yes, correct", "no", "what?", "yes, but 16:15", "wait", "another one please")
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
    { weight: 2, arbitrary: fc.constant<Step>({ kind: "repeats" }) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(fc.constantFrom(...TOOLS, BOOK, BOOK, ORDER), values, values)
        .map(([tool, one, to]): Step => ({ kind: "call", tool, given: one, to })),
    },
  );
  /** A model that goes about it in the right order, whatever it is about. */
  const attempt = fc
    .tuple(
      fc.constantFrom(BOOK, BOOK, ORDER, CANCEL),
      values,
      fc.boolean(),
      fc.constantFrom("no", "wait", "hm", "another one please"),
    )
    .map(([tool, one, isOwn, text]): Step[] => {
      const call: Step = { kind: "call", tool, given: one, to: one };
      const agent: Step = { kind: "agent", text: `So ${inWords(one).join(", ")}. Is that correct?`, cut: false };
      const wish: Step = { kind: "caller", text: `${text}, ${inWords(one).join(", ")}` };
      return [wish, ...(isOwn ? [call, { kind: "repeats" } as const] : [agent]), { kind: "caller", text: "yes" }, call];
    });
  const few = fc.oneof({ weight: 12, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: attempt });
  return fc.array(few, { minLength: 4, maxLength: 14 }).map((all) => all.flat());
};

/** Something was done already, by the book; then anything may come, about the same person and another time. */
const afterAnEffect: fc.Arbitrary<Step[]> = fc.tuple(fc.constantFrom(BOOK, ORDER), given, given).chain(([tool, one, other]) => {
  const first = { ...one, name: "Mary Wanjiku", phone: "0722000111" };
  const text = inWords(first).join(", ");
  const begins: Step[] = [
    { kind: "caller", text: `I want ${text}` },
    { kind: "agent", text: `So ${text}. Is that correct?`, cut: false },
    { kind: "caller", text: "yes" },
    { kind: "call", tool, given: first, to: first },
  ];
  return steps([first, { ...first, date: other.date, time: other.time }]).map((rest) => [...begins, ...rest]);
});

interface Call {
  id: string;
  name: string;
  arguments: string;
}
type Effect = Record<string, string>;

/** Without a reader: the agent's last words before a yes hold every one of these values, and nothing was said since that takes it back. */
function mayRun(messages: readonly Message[], since: number, values: Effect): boolean {
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
  const spoken = Object.entries(values).map(([name, value]) =>
    name.endsWith("date") ? DAYS[value as keyof typeof DAYS] : value,
  );
  const confirmed = pairs.findLastIndex(({ agent: said, caller }) => {
    const isWhole =
      /Let me check that I have this right|I will change it/.test(said) || spoken.every((value) => said.includes(value));
    return isWhole && said.includes(values["name"] ?? "") && /\byes\b/i.test(caller) && !/\b(?:no|wait|but)\b/.test(caller);
  });
  const wantsLate = Object.entries(values).some(([name, value]) => name.endsWith("time") && value === "16:15");
  return confirmed >= 0 && !pairs.slice(confirmed + 1).some(({ caller }) => /yes, but/.test(caller) && !wantsLate);
}

/** What stands at the business, and how often somebody asked for another one since the last effect. */
class Business {
  readonly standing: { tool: string; values: Effect }[] = [];

  do(tool: string, values: Effect): void {
    const { date: day, time: at, new_date: newDay, new_time: newTime, ...who } = values;
    const undone = { cancel_visit: "book_visit", drop_taxi: "order_taxi", move_visit: "book_visit" }[tool];
    if (undone === undefined) return void this.standing.push({ tool, values: { ...values } });
    const found = this.standing.findLastIndex(
      (one) =>
        one.tool === undone &&
        one.values["date"] === day &&
        one.values["time"] === at &&
        Object.entries(who).every(([name, value]) => one.values[name] === value),
    );
    if (found < 0) return;
    if (newDay === undefined || newTime === undefined) this.standing.splice(found, 1);
    else Object.assign(this.standing[found]?.values ?? {}, { date: newDay, time: newTime });
  }

  /** Of one person, the most of one kind. */
  most(): number {
    const counts = new Map<string, number>();
    for (const { tool, values } of this.standing) {
      const whose = `${tool} ${values["name"]} ${values["phone"]}`;
      counts.set(whose, (counts.get(whose) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values());
  }
}

describe("any model with any caller", () => {
  it("does nothing that was not said, read back and answered yes, and nothing twice", () => {
    let effects = 0;
    let corrections = 0;
    const insteadOf = (verdict: Verdict): DoneCorrection | undefined => (verdict.kind === "run" ? verdict.instead : undefined);
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
    const story = fc.oneof(fc.array(given, { minLength: 1, maxLength: 2 }).chain(steps), afterAnEffect);
    fc.assert(
      fc.property(story, (all) => {
        const guard = guardOf();
        const messages: Message[] = [];
        const business = new Business();
        let since = -1;
        let last = "";
        let toSay = "";
        const did = ({ name, arguments: json, id }: Call, tool: ToolDefinition): void => {
          business.do(name, JSON.parse(json) as Effect);
          guard.ran({ id, name, arguments: json }, tool, { ok: true, result: '{"done":true}' });
          effects++;
        };
        const run = (call: Call, tool: ToolDefinition, instead?: DoneCorrection): void => {
          const values = JSON.parse(call.arguments) as Effect;
          const { date: day, time: at, new_date: newDay, new_time: newTime, ...who } = values;
          const isMove = newDay !== undefined && newTime !== undefined;
          const own = business.standing.some(({ values: one }) => one["date"] === day && one["time"] === at);
          // What stands already was agreed to, and need not be read back again.
          const isNew = (name: string): boolean => !instead || instead.slots.some((slot) => slot.name === name);
          const spoken = isMove && own ? { new_date: newDay, new_time: newTime } : { ...values, ...who };
          const isSame = ([name, value]: [string, string]): boolean => own && (name === "new_date" ? day : at) === value;
          const said = Object.entries(spoken).filter((one) => isNew(one[0]) && !(isMove && isSame(one)));
          expect(mayRun(messages, since, Object.fromEntries(said))).toBe(true);
          expect(`${call.name} ${call.arguments}`).not.toBe(last);
          expect(["Unknown", "caller"]).not.toContain(values["name"]);
          expect(values["phone"]).not.toBe("0722");
          const before = business.most();
          const hasAsked = messages.slice(since + 1).some((one) => one.role === "caller" && one.text.includes("another one"));
          if (instead) {
            corrections++;
            did({ id: `${call.id}-first`, name: instead.tool.name, arguments: instead.arguments }, instead.tool);
          }
          if (instead?.kind === "change") guard.corrected(call, tool, { ok: true, result: '{"done":true}' });
          else did(call, tool);
          // Nobody has two of a kind who did not ask for another one.
          expect(business.most() <= Math.max(1, before) || hasAsked).toBe(true);
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
              text: step.cut ? step.text.slice(0, 5) : step.text,
              ...(step.cut ? { cut: true } : {}),
            });
          if (step.kind === "repeats" && toSay !== "") messages.push({ role: "assistant", text: toSay });
          const agreed = step.kind === "caller" ? guard.pendingCall(frame()) : undefined;
          if (agreed) {
            run(
              agreed,
              TOOLS.find(({ name }) => name === agreed.name)!,
              insteadOf(guard.judge({ ...frame(), call: agreed, tool: TOOLS.find(({ name }) => name === agreed.name) })),
            );
            remember(`agreed-${at}`, agreed, '{"done":true}');
          }
          if (step.kind !== "call") continue;
          const { tool } = step;
          const { date: day, time: from } = step.given;
          const moved = { date: day, time: from, new_date: step.to.date, new_time: step.to.time };
          const call = { id: String(at), name: tool.name, arguments: JSON.stringify(tool === MOVE ? moved : step.given) };
          const verdict = guard.judge({ ...frame(), call, tool });
          if (verdict.kind === "run" && tool.hasEffect === true) run(call, tool, verdict.instead);
          remember(
            call.id,
            call,
            verdict.kind === "held" ? verdict.result : verdict.kind === "known" ? verdict.outcome.result : '{"done":true}',
          );
          if (verdict.kind === "held") toSay = verdict.held.say;
          if (verdict.kind === "held" && verdict.ask) messages.push({ role: "assistant", text: verdict.ask });
        }
      }),
      { numRuns: 10_000, seed: 34 },
    );
    expect(effects).toBeGreaterThan(100);
    expect(corrections).toBeGreaterThan(20);
  }, 480_000);
});
