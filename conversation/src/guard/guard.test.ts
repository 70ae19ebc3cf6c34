import { describe, expect, it } from "vitest";
import type { Message, ToolDefinition, ToolOutcome } from "../ports.ts";
import { plainValues } from "../testing/plain-values.ts";
import { Guard, type Verdict } from "./guard.ts";
import { holdResult, isHoldResult } from "./hold.ts";

const BOOK: ToolDefinition = {
  name: "book_appointment",
  description: "Books an appointment.",
  hasEffect: true,
  openingHours: { mon: ["08:00-17:00"], tue: ["08:00-17:00"], wed: ["08:00-17:00"], thu: [], fri: [], sat: [], sun: [] },
  parameters: {
    type: "object",
    properties: {
      date: { type: "string", description: "YYYY-MM-DD" },
      time: { type: "string", description: "HH:MM" },
      name: { type: "string" },
      phone: { type: "string" },
      reason: { type: "string" },
    },
    required: ["date", "time", "name", "phone"],
  },
};
const CANCEL: ToolDefinition = {
  name: "cancel_appointment",
  description: "Cancels.",
  hasEffect: true,
  listsWithout: ["date", "time"],
  parameters: {
    type: "object",
    properties: { date: { type: "string" }, time: { type: "string" }, name: { type: "string" }, phone: { type: "string" } },
  },
};
const CHECK: ToolDefinition = { name: "check_availability", description: "", parameters: {} };
const TOOLS = [BOOK, CANCEL, CHECK];
/** A Saturday; Tuesday is the 24th. */
const NOW = "2026-11-21T09:41:00+03:00";
const GIVEN = { date: "2026-11-24", time: "10:00", name: "Mary Wanjiku", phone: "0722000111" };

const caller = (text: string): Message => ({ role: "caller", text });
const agent = (text: string, cut = false): Message => ({ role: "assistant", text, ...(cut ? { cut } : {}) });
const WISH = [
  agent("Imani Clinic, how can I help?"),
  caller("I want to come on Tuesday at 10:00"),
  agent("Your name and number?"),
  caller("Mary Wanjiku, 0722000111"),
];
const READ_BACK = agent("Tuesday at 10:00 for Mary Wanjiku, on 0722000111. Is that correct?");

class Desk {
  readonly messages: Message[] = [];
  readonly ran: string[] = [];
  readonly guard: Guard;
  outcome: ToolOutcome = { ok: true, result: '{"booked":true}' };

  constructor(messages: readonly Message[], callerNumber = "") {
    this.messages.push(...messages);
    const checkArguments = (schema: Readonly<Record<string, unknown>>, value: unknown) => {
      const required = (schema["required"] as string[] | undefined) ?? [];
      const missing = required.filter((name) => !(name in (value as object)));
      return { value, problems: missing.map((name) => ({ name, problem: "is missing" })) };
    };
    this.guard = new Guard({ reader: plainValues(), checkArguments, callerNumber, facts: [] });
  }

  says(...messages: Message[]): this {
    this.messages.push(...messages);
    return this;
  }

  frame() {
    return { messages: this.messages, tools: TOOLS, language: "en", localTime: NOW };
  }

  /** A model calls this tool. */
  calls(tool: ToolDefinition, given: Record<string, unknown>): Verdict {
    const id = `call-${this.messages.length}`;
    const call = { id, name: tool.name, arguments: JSON.stringify(given) };
    const verdict = this.guard.judge({ ...this.frame(), call, tool });
    let result = "";
    if (verdict.kind === "run") {
      this.ran.push(`${tool.name} ${JSON.stringify(given)}`);
      this.guard.ran(call, tool, this.outcome);
      result = this.outcome.result;
    } else result = verdict.kind === "held" ? verdict.result : verdict.outcome.result;
    this.says(
      { role: "tool-call", id, name: call.name, arguments: call.arguments },
      { role: "tool-result", id, name: call.name, result },
    );
    return verdict;
  }
}

function held(verdict: Verdict): unknown {
  return verdict.kind === "held" ? { slot: verdict.held.slot, reason: verdict.held.reason } : verdict.kind;
}

describe("a booking", () => {
  it("is done after its values were read back and the caller said yes", () => {
    const desk = new Desk([...WISH, READ_BACK, caller("Yes, that is correct")]);
    expect(desk.calls(BOOK, GIVEN)).toMatchObject({
      kind: "run",
      form: [{ name: "date", turn: 0, state: "confirmed" }, { name: "time" }, { name: "name", turn: 1 }, { name: "phone" }],
    });
  });

  it("is held while nobody has read it back, and its model hears which values to read back", () => {
    const verdict = new Desk(WISH).calls(BOOK, GIVEN);
    expect(held(verdict)).toMatchObject({ reason: "not_confirmed" });
    expect(verdict.kind === "held" && JSON.parse(verdict.result)).toMatchObject({
      held: true,
      tool: "book_appointment",
      reason: "not_confirmed",
      say: "Let me check that I have this right: date Tuesday 24 November, time 10:00 am, name Mary Wanjiku, phone 0 7 2 2 0 0 0 1 1 1. Is that correct?",
    });
  });

  it("is held when Tuesday was read back and Wednesday is booked", () => {
    const desk = new Desk([...WISH, caller("or Wednesday"), READ_BACK, caller("yes")]);
    expect(held(desk.calls(BOOK, { ...GIVEN, date: "2026-11-25" }))).toEqual({ slot: "date", reason: "other_value" });
  });

  it("is held when the caller said no, or yes with a but", () => {
    for (const answer of ["no", "yes, but Wednesday", "yes but make it later", "Wednesday", "hello?", "yes, no, wait"]) {
      const desk = new Desk([...WISH, READ_BACK, caller(answer)]);
      expect([answer, desk.calls(BOOK, GIVEN).kind]).toEqual([answer, "held"]);
    }
  });

  it("is held when the caller changed their mind after the yes", () => {
    const desk = new Desk([...WISH, READ_BACK, caller("yes"), agent("One moment."), caller("Wednesday is better")]);
    expect(desk.calls(BOOK, GIVEN).kind).toBe("held");
  });

  it("is held when the caller spoke over the read-back before its values", () => {
    const desk = new Desk([...WISH, agent("Tuesday at 10:00 for", true), caller("yes")]);
    expect(held(desk.calls(BOOK, GIVEN))).toMatchObject({ reason: "not_confirmed" });
  });

  it("is held with a name, a number or a day that nobody said, and with what stands for none", () => {
    const yes = (text: string): Message[] => [...WISH, agent(`${text} Is that correct?`), caller("no")];
    const because = (change: Record<string, string>): unknown => held(new Desk(yes("")).calls(BOOK, { ...GIVEN, ...change }));
    expect(because({ name: "Unknown" })).toEqual({ slot: "name", reason: "placeholder" });
    expect(because({ name: "caller" })).toEqual({ slot: "name", reason: "placeholder" });
    expect(because({ reason: "N/A" })).toEqual({ slot: "reason", reason: "placeholder" });
    expect(because({ name: "John Otieno" })).toEqual({ slot: "name", reason: "not_said" });
    expect(because({ phone: "0722" })).toEqual({ slot: "phone", reason: "invalid" });
    expect(because({ phone: "0733999888" })).toEqual({ slot: "phone", reason: "not_said" });
    expect(because({ date: "2026-11-17" })).toEqual({ slot: "date", reason: "past" });
    expect(because({ date: "2026-11-26" })).toEqual({ slot: "date", reason: "closed" });
    expect(because({ time: "18:00" })).toEqual({ slot: "time", reason: "closed" });
    expect(because({ reason: "wants to buy a house in Mombasa" })).toEqual({ slot: "reason", reason: "not_said" });
    expect(because({ colour: "red" })).toEqual({ slot: "colour", reason: "unknown_argument" });
  });

  it("is not held for a day that its description says is over", () => {
    const visit = (name: string, description: string): ToolDefinition => ({
      name: "book_round",
      description: "Books another round.",
      hasEffect: true,
      parameters: { type: "object", properties: { [name]: { type: "string", description } }, required: [name] },
    });
    const said = [caller("it was the 17th of November"), agent("The 17th of November, is that correct?"), caller("yes")];
    const calls = (name: string, description: string): Verdict =>
      new Desk(said).calls(visit(name, description), { [name]: "2026-11-17" });
    expect(calls("date", "Day on which it should have been collected").kind).toBe("run");
    expect(held(calls("date", "Day of the round"))).toEqual({ slot: "date", reason: "past" });
  });

  it("is held without what the schema requires", () => {
    const { phone: _, ...without } = GIVEN;
    expect(held(new Desk(WISH).calls(BOOK, without))).toEqual({ slot: "phone", reason: "missing" });
  });

  it("is done once: the same again gives the first result, other values need another yes", () => {
    const desk = new Desk([...WISH, READ_BACK, caller("yes")]);
    expect(desk.calls(BOOK, GIVEN).kind).toBe("run");
    expect(desk.calls(BOOK, { ...GIVEN }).kind).toBe("known");
    expect(desk.calls(BOOK, { ...GIVEN, date: "2026-11-25" }).kind).toBe("held");
    desk.says(agent("Anything else?"), caller("yes"));
    expect(desk.calls(BOOK, { ...GIVEN, time: "11:00" }).kind).toBe("held");
    expect(desk.calls(BOOK, GIVEN).kind).toBe("known");
    expect(desk.ran).toHaveLength(1);
  });

  it("may follow its cancellation after another yes", () => {
    const desk = new Desk([...WISH, READ_BACK, caller("yes")]);
    desk.calls(BOOK, GIVEN);
    desk.says(caller("cancel it"), agent("Cancel Tuesday at 10:00, is that correct?"), caller("yes"));
    expect(desk.calls(CANCEL, { date: GIVEN.date, time: GIVEN.time }).kind).toBe("run");
    expect(desk.calls(BOOK, GIVEN).kind).toBe("known");
    desk.says(READ_BACK, caller("yes"));
    expect(desk.calls(BOOK, GIVEN).kind).toBe("run");
  });

  it("that found its time taken needs only the new time read back", () => {
    const desk = new Desk([...WISH, READ_BACK, caller("yes")]);
    desk.outcome = { ok: false, result: '{"booked":false,"reason":"taken","free":["10:30"]}' };
    expect(desk.calls(BOOK, GIVEN).kind).toBe("run");
    desk.says(agent("10:00 is taken. Shall I book 10:30?"), caller("yes please"));
    expect(desk.calls(BOOK, { ...GIVEN, time: "10:30" }).kind).toBe("run");
  });

  it("takes a number of another country, of which this one has no plan", () => {
    const number = "255767100233";
    const said = [agent("Which number?"), caller("two five five, seven six seven, one zero zero, two three three")];
    const back = [
      agent("Tuesday 24 November at 10:00 for Mary Wanjiku, phone 2 5 5 7 6 7 1 0 0 2 3 3. Is that correct?"),
      caller("yes"),
    ];
    const desk = new Desk([...WISH, ...said, ...back]);
    const { kind } = desk.calls(BOOK, { ...GIVEN, phone: number });
    expect(kind).toBe("run");
  });

  it("takes the number that the caller calls from, once they agree to it", () => {
    const asked = [agent("Is the number you are calling from the right one?"), caller("yes")];
    const back = [agent("Tuesday at 10:00 for Mary Wanjiku, on the number you are calling from. Correct?"), caller("yes")];
    const given = { ...GIVEN, phone: "+254711222333" };
    expect(new Desk([...WISH, ...asked, ...back], "+254711222333").calls(BOOK, given).kind).toBe("run");
    expect(new Desk([...WISH, ...back.slice(0, 1), caller("hm")], "+254711222333").calls(BOOK, given).kind).toBe("held");
    expect(new Desk([...WISH, ...asked, ...back], "+254799000000").calls(BOOK, given).kind).toBe("held");
  });
});

describe("a model that does not read back", () => {
  it("is held twice, then the guard asks itself, and a yes is enough to book", () => {
    const desk = new Desk(WISH);
    expect(desk.calls(BOOK, GIVEN)).not.toHaveProperty("ask");
    const second = desk.calls(BOOK, GIVEN);
    const ask = second.kind === "held" ? second.ask : undefined;
    expect(ask).toContain("Tuesday 24 November");
    desk.says(agent(ask!), caller("Yes"));
    expect(desk.guard.pendingCall(desk.frame())).toMatchObject({ name: "book_appointment", arguments: JSON.stringify(GIVEN) });
  });

  it("books nothing where the caller says no, speaks over the question, or another question was asked since", () => {
    const after = (...messages: Message[]): unknown => {
      const desk = new Desk(WISH);
      desk.calls(BOOK, GIVEN);
      const { ask } = desk.calls(BOOK, GIVEN) as { ask: string };
      desk.says(agent(ask), ...messages);
      return desk.guard.pendingCall(desk.frame());
    };
    expect(after(caller("no"))).toBeUndefined();
    expect(after(caller("yes but on Wednesday"))).toBeUndefined();
    expect(after(caller("what?"), agent("Do you have parking needs?"), caller("yes"))).toBeUndefined();
  });
});

describe("a value that nobody said", () => {
  it("is asked for and never offered for a yes, and a yes to the question stands for nothing", () => {
    const desk = new Desk([agent("How can I help?"), caller("I want to come")]);
    desk.calls(BOOK, GIVEN);
    const { ask } = desk.calls(BOOK, GIVEN) as { ask: string };
    expect(ask).toBe("Could you tell me the date, please?");
    desk.says(agent(ask), caller("yes sure"));
    expect(desk.guard.pendingCall(desk.frame())).toBeUndefined();
    expect(desk.calls(BOOK, GIVEN).kind).toBe("held");
  });
});

describe("other tools", () => {
  it("run unheld where they only read, and where they only say what there is to choose from", () => {
    const desk = new Desk(WISH);
    expect(desk.calls(CHECK, { date: "2026-11-30" }).kind).toBe("run");
    expect(desk.calls(CANCEL, {}).kind).toBe("run");
    expect(desk.calls(CANCEL, { date: "2026-11-24", time: "10:00" }).kind).toBe("held");
  });

  it("prove nothing by repeating what they were asked", () => {
    const desk = new Desk(WISH);
    desk.outcome = { ok: true, result: '{"date":"2026-11-30","available":true}' };
    desk.calls(CHECK, { date: "2026-11-30" });
    expect(held(desk.calls(BOOK, { ...GIVEN, date: "2026-11-30" }))).toEqual({ slot: "date", reason: "not_said" });
  });
});

it("an operator's function that answers “held” has done it", () => {
  expect(isHoldResult('{"held":true,"reference":"AP 61"}')).toBe(false);
  expect(isHoldResult(holdResult({ tool: "hold_date", reason: "not_confirmed", say: "Is that correct?" }))).toBe(true);
});
