/** "No, Wednesday", after Tuesday was booked: what was done is changed, or undone and done again, and never done twice. */
import { describe, expect, it } from "vitest";
import { createFormGuard } from "../guard/index.ts";
import type { Message, ToolDefinition, ToolOutcome } from "../ports.ts";
import { plainValues } from "../testing/plain-values.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import { ToolUse } from "./tool-use.ts";

const text = { type: "string" };
const PERSON = { name: text, phone: text };
const BOOK: ToolDefinition = {
  name: "book_appointment",
  description: "Books.",
  hasEffect: true,
  change: "move_appointment",
  undo: "cancel_appointment",
  parameters: {
    type: "object",
    properties: { date: text, time: text, ...PERSON, reason: text },
    required: ["date", "time", "name", "phone"],
  },
};
const MOVE: ToolDefinition = {
  name: "move_appointment",
  description: "Moves.",
  hasEffect: true,
  listsWithout: ["date", "time"],
  parameters: { type: "object", properties: { date: text, time: text, new_date: text, new_time: text, ...PERSON } },
};
const CANCEL: ToolDefinition = {
  name: "cancel_appointment",
  description: "Cancels.",
  hasEffect: true,
  listsWithout: ["date", "time"],
  parameters: { type: "object", properties: { date: text, time: text, ...PERSON } },
};
const TUESDAY = { date: "2026-11-24", time: "10:00", name: "Mary Wanjiku", phone: "0722000111" };
const WEDNESDAY = { ...TUESDAY, date: "2026-11-25" };
const SAID: Message[] = [
  { role: "assistant", text: "Your day, name and number?" },
  { role: "caller", text: "Tuesday at 10:00, Mary Wanjiku, 0722000111" },
  { role: "assistant", text: "Tuesday at 10:00 for Mary Wanjiku, on 0722000111. Is that correct?" },
  { role: "caller", text: "yes" },
];

type Run = (name: string, given: Record<string, string>) => ToolOutcome | Promise<ToolOutcome>;
const ok = (result: object): ToolOutcome => ({ ok: true, result: JSON.stringify(result) });

/** A call whose model does what the test says, with real tool use and a real guard. */
class Desk {
  readonly ran: string[] = [];
  readonly messages: Message[] = [...SAID];
  readonly clock = new VirtualClock();
  readonly #tools: readonly ToolDefinition[];
  readonly #use: ToolUse;

  constructor(tools: readonly ToolDefinition[], run: Run = (name) => ok({ done: name })) {
    this.#tools = tools;
    const checkArguments = (schema: Readonly<Record<string, unknown>>, value: unknown) => {
      const required = (schema["required"] as string[] | undefined) ?? [];
      const missing = required.filter((name) => !(name in (value as object)));
      return { value, problems: missing.map((name) => ({ name, problem: "is missing" })) };
    };
    const facts = { country: "KE", callerNumber: "", facts: [], instructions: "", holdsFacts: false, corrected: () => {} };
    const guard = createFormGuard({ reader: plainValues(), checkArguments, tools, ...facts });
    this.#use = new ToolUse({
      clock: this.clock,
      guard: { ...guard, forms: () => [], held: () => {}, filled: () => {} },
      toolRan: () => {},
      tools: {
        run: async ({ name, arguments: given }) => {
          this.ran.push(`${name} ${given}`);
          return run(name, JSON.parse(given) as Record<string, string>);
        },
      },
    });
  }

  says(agent: string, caller: string): this {
    this.messages.push({ role: "assistant", text: agent }, { role: "caller", text: caller });
    return this;
  }

  /** What the model hears. */
  async calls({ name }: ToolDefinition, given: object, signal = new AbortController().signal): Promise<Record<string, unknown>> {
    const call = { id: `call-${this.messages.length}`, name, arguments: JSON.stringify(given) };
    const request = { instructions: "", knowledge: [], tools: this.#tools, language: "en" };
    const now = { localTime: "2026-11-21T09:41:00+03:00", settings: { maxTokens: 100, temperature: 0 } };
    await this.#use.runAll([call], this.messages, { request: { ...request, ...now }, remember: () => {} }, signal);
    const last = this.messages.findLast((one) => one.role === "tool-result");
    return JSON.parse(last?.result ?? "{}") as Record<string, unknown>;
  }
}

async function booked(tools = [BOOK, MOVE, CANCEL], run?: Run): Promise<Desk> {
  const desk = new Desk(tools, run);
  await desk.calls(tools[0]!, TUESDAY);
  desk.ran.length = 0;
  return desk;
}

const MOVED = `move_appointment ${JSON.stringify({ ...TUESDAY, date: "2026-11-24", new_date: "2026-11-25", new_time: "10:00" })}`;
const sorted = (ran: string): unknown => {
  const at = ran.indexOf(" ");
  return { name: ran.slice(0, at), given: JSON.parse(ran.slice(at)) as unknown };
};

describe("a caller who corrects what was booked", () => {
  it("hears the new day read back, and after a yes the booking is moved: there is one", async () => {
    const desk = await booked();
    desk.says("You are booked for Tuesday.", "no, Wednesday");
    expect(await desk.calls(BOOK, WEDNESDAY)).toMatchObject({
      held: true,
      say: "I will change it to this: date Wednesday 25 November. Is that correct?",
    });
    expect(desk.ran).toEqual([]);
    desk.says("I will change it to this: date Wednesday 25 November. Is that correct?", "yes");
    expect(await desk.calls(BOOK, WEDNESDAY)).toMatchObject({ done: "move_appointment", changed: true });
    expect(desk.ran.map(sorted)).toEqual([sorted(MOVED)]);
    // The same again, and in the next turn, is known.
    await desk.calls(BOOK, WEDNESDAY);
    desk.says("Wednesday at 10:00 for Mary Wanjiku, on 0722000111. Is that correct?", "yes");
    await desk.calls(BOOK, WEDNESDAY);
    expect(desk.ran).toHaveLength(1);
  });

  it("needs only the new day in the model's own words, and may go back to the first", async () => {
    const desk = await booked();
    desk.says("You are booked.", "sorry, I meant Wednesday, that was wrong").says("Wednesday instead, is that right?", "yes");
    expect(await desk.calls(BOOK, WEDNESDAY)).toMatchObject({ changed: true });
    desk.says("Done.", "no, actually Tuesday").says("Back to Tuesday, is that correct?", "yes");
    expect(await desk.calls(BOOK, TUESDAY)).toMatchObject({ changed: true });
    expect(desk.ran.map((one) => JSON.parse(one.slice(one.indexOf(" "))) as unknown)).toMatchObject([
      { date: "2026-11-24", new_date: "2026-11-25" },
      { date: "2026-11-25", new_date: "2026-11-24" },
    ]);
  });

  it("may say it without a no: the guard's own question decides, not the model's", async () => {
    const desk = await booked();
    desk.says("You are booked.", "can I come on Wednesday at 10:00");
    desk.says("Wednesday at 10:00 for Mary Wanjiku, on 0722000111. Is that correct?", "yes");
    const held = await desk.calls(BOOK, WEDNESDAY);
    expect(held).toMatchObject({ held: true, reason: "already_done" });
    desk.says(String(held["say"]), "yes");
    expect(await desk.calls(BOOK, WEDNESDAY)).toMatchObject({ changed: true });
  });

  it("who wants another one gets it, and another day is none", async () => {
    const desk = await booked();
    desk.says("You are booked.", "I need a second appointment on Wednesday");
    desk.says("Wednesday at 10:00 for Mary Wanjiku, on 0722000111. Is that correct?", "yes");
    await desk.calls(BOOK, WEDNESDAY);
    const other = await booked();
    other.says("You are booked.", "no, another day, Wednesday").says("Wednesday instead, is that right?", "yes");
    await other.calls(BOOK, WEDNESDAY);
    expect([desk, other].map(({ ran }) => ran.map((one) => one.split(" ")[0]))).toEqual([
      ["book_appointment"],
      ["move_appointment"],
    ]);
  });

  it("who says no and also is asked which is meant, and gets another one after saying so", async () => {
    const desk = await booked();
    desk.says("Anything else?", "no wait, I also want Wednesday");
    desk.says("Wednesday at 10:00 for Mary Wanjiku, on 0722000111. Is that correct?", "yes");
    const held = await desk.calls(BOOK, WEDNESDAY);
    expect(held).toMatchObject({ reason: "already_done" });
    desk.says(String(held["say"]), "no, another one in addition");
    desk.says("A second one, Wednesday at 10:00 for Mary Wanjiku, on 0722000111. Is that correct?", "yes");
    await desk.calls(BOOK, WEDNESDAY);
    expect(desk.ran.map((one) => one.split(" ")[0])).toEqual(["book_appointment"]);
  });

  it("books for somebody else without touching the first", async () => {
    const desk = await booked();
    desk.says("You are booked.", "now for Jane Otieno, 0733000222, Wednesday at 10:00");
    desk.says("Wednesday at 10:00 for Jane Otieno, on 0733000222. Is that correct?", "yes");
    await desk.calls(BOOK, { ...WEDNESDAY, name: "Jane Otieno", phone: "0733000222" });
    expect(desk.ran).toHaveLength(1);
    expect(desk.ran[0]).toContain("book_appointment");
  });

  it("whose name was wrong has the booking cancelled and made again: no tool changes a name", async () => {
    const desk = await booked();
    desk.says("You are booked, Mary.", "no, that is wrong, Wangari Njeri").says("Wangari Njeri, is that correct?", "yes");
    expect(await desk.calls(BOOK, { ...TUESDAY, name: "Wangari Njeri" })).toMatchObject({ changed: true });
    expect(desk.ran.map(sorted)).toEqual([
      { name: "cancel_appointment", given: TUESDAY },
      { name: "book_appointment", given: { ...TUESDAY, name: "Wangari Njeri" } },
    ]);
  });

  it("is told when the first one is cancelled and the new one failed; nothing new begins when cancelling failed", async () => {
    const without = { ...BOOK, change: undefined } as unknown as ToolDefinition;
    const isFull: Run = (name, { date }) =>
      name === "book_appointment" && date !== TUESDAY.date ? { ok: false, result: '{"booked":false}' } : ok({ done: name });
    const full = await booked([without, CANCEL], isFull);
    full.says("You are booked.", "no, Wednesday").says("Wednesday instead, is that right?", "yes");
    expect(await full.calls(BOOK, WEDNESDAY)).toMatchObject({
      changed: false,
      undone: true,
      say: "The earlier one is cancelled, but the new one did not work.",
    });
    const stuck = await booked([without, CANCEL], (name) => (name === "book_appointment" ? ok({}) : { ok: false, result: "no" }));
    stuck.says("You are booked.", "no, Wednesday").says("Wednesday instead, is that right?", "yes");
    expect(await stuck.calls(BOOK, WEDNESDAY)).toMatchObject({ changed: false });
    expect(stuck.ran.map((one) => one.split(" ")[0])).toEqual(["cancel_appointment"]);
  });

  it("who speaks in between, or hangs up, does not leave it half done", async () => {
    const without = { ...BOOK, change: undefined } as unknown as ToolDefinition;
    const cut = new AbortController();
    const desk = await booked([without, CANCEL], (name) => {
      if (name === "cancel_appointment") cut.abort();
      return ok({ done: name });
    });
    desk.says("You are booked.", "no, Wednesday").says("Wednesday instead, is that right?", "yes");
    await desk.calls(BOOK, WEDNESDAY, cut.signal);
    expect(desk.ran.map((one) => one.split(" ")[0])).toEqual(["cancel_appointment", "book_appointment"]);
  });
});

describe("functions of the operator's own", () => {
  const ORDER: ToolDefinition = { ...BOOK, name: "order_taxi", undo: "drop_taxi", change: "update_taxi" };
  const DROP: ToolDefinition = {
    name: "drop_taxi",
    description: "",
    hasEffect: true,
    parameters: { type: "object", properties: { order_id: text }, required: ["order_id"] },
  };
  const UPDATE: ToolDefinition = {
    ...DROP,
    name: "update_taxi",
    parameters: { type: "object", properties: { id: text, date: text, time: text }, required: ["id", "date"] },
  };
  const run: Run = (name) => ok(name === "order_taxi" ? { order: { id: "T777" }, date: "2026-11-24" } : { done: true });

  it("are changed with the id of the result and the new values", async () => {
    const desk = await booked([ORDER, UPDATE, DROP], run);
    desk.says("Ordered.", "no, Wednesday").says("Wednesday instead, is that right?", "yes");
    await desk.calls(ORDER, WEDNESDAY);
    expect(desk.ran.map(sorted)).toEqual([{ name: "update_taxi", given: { id: "T777", date: "2026-11-25", time: "10:00" } }]);
  });

  it("are undone and done again where only undoing is named", async () => {
    const desk = await booked([ORDER, DROP], run);
    desk.says("Ordered.", "no, Wednesday").says("Wednesday instead, is that right?", "yes");
    await desk.calls(ORDER, WEDNESDAY);
    expect(desk.ran.map((one) => one.split(" ")[0])).toEqual(["drop_taxi", "order_taxi"]);
    // What a model undoes itself is undone: the same may be ordered again after another yes.
    desk.says("Done.", "drop it").says("Drop the taxi T777, is that correct?", "yes");
    await desk.calls(DROP, { order_id: "T777" });
    desk.says("Wednesday at 10:00 for Mary Wanjiku, on 0722000111. Is that correct?", "yes");
    await desk.calls(ORDER, WEDNESDAY);
    expect(desk.ran.map((one) => one.split(" ")[0])).toEqual(["drop_taxi", "order_taxi", "drop_taxi", "order_taxi"]);
  });

  it("without either need another yes, as before", async () => {
    const { undo: _, change: __, ...plain } = ORDER;
    const desk = await booked([plain], run);
    desk.says("Ordered.", "no, Wednesday");
    expect(await desk.calls(ORDER, WEDNESDAY)).toMatchObject({ held: true, reason: "not_confirmed" });
  });
});
