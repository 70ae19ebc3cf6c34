/** Any tool that an agent declares: wished for, filled, read back, called, and its answer said. */
import type { ToolDefinition } from "@ongea/conversation";
import { describe, expect, it } from "vitest";
import { cooperative } from "../../testing/callers/businesses/cooperative.ts";
import { water as waterUtility } from "../../testing/callers/businesses/water.ts";
import { TextCall } from "./testing/text-call.ts";

const tool = (
  name: string,
  description: string,
  properties: Record<string, unknown>,
  required = Object.keys(properties),
): ToolDefinition => ({
  name,
  description,
  parameters: { type: "object", properties, required },
});

const TOOLS = [
  tool("check_balance", "Tells what a customer owes for water.", { meter_number: { type: "string", pattern: "^\\d{7}$" } }),
  tool("report_leak", "Reports a leak or a burst pipe.", {
    location: { type: "string" },
    severity: { type: "string", enum: ["drip", "steady_leak", "burst"] },
    phone: { type: "string" },
  }),
  tool("book_connection", "Books a visit for a new water connection.", {
    name: { type: "string" },
    phone: { type: "string" },
    date: { type: "string", format: "date" },
    plots: { type: "integer", minimum: 1, maximum: 10, description: "number of plots" },
  }),
  "take_message",
  "end_call",
];

const PROMPT = `You are the line of Maji Water in Kisumu, Kenya. Never promise a date. If somebody is in danger tell them to call 112.

Facts:
- A new connection costs 7,500 shillings.
- The office is open Monday to Friday from 8:00 to 16:00.
- Bills are due on the 15th of each month.
- Never tell callers that the pump is old.`;

function water(language = "en"): TextCall {
  const call = new TextCall({ instructions: PROMPT, language, tools: TOOLS });
  call.answer = (name) => {
    if (name === "check_balance") return { amount_due: 2_350, due_date: "2026-12-15", disconnected: false };
    return name === "take_message" ? undefined : { ok: true, ticket_id: "T-881" };
  };
  return call;
}

describe("a tool of the agent's own", () => {
  it("is told in the words that come with its result, and never by its fields", async () => {
    const call = water();
    call.answer = () => ({ say: "You owe 2350 shillings, by Tuesday 15 December.", amount_due: 2_350, reference: "T9" });
    await call.says("what do I owe?");
    const { said } = await call.says("4412733");
    expect(said).toContain("You owe 2350 shillings, by Tuesday 15 December.");
    expect(said).not.toMatch(/amount due|T9|T 9/i);
  });

  it("looks something up with the number that its pattern wants, and the answer is said in words", async () => {
    const call = water();
    expect((await call.says("what do I owe?")).said).toContain("What is your meter number?");
    expect((await call.says("four four one two")).said).toBe(
      "The meter number has 7 digits, and I heard 4. Please say it again, one at a time.",
    );
    const answer = await call.says("it's 4412 733");
    expect(answer.tools).toEqual([{ name: "check_balance", arguments: { meter_number: "4412733" } }]);
    expect(answer.said).toContain("Amount due: 2,350. Due date: Tuesday the 15th of December. Disconnected: no.");
  });

  it("takes a report: what was said in the wish is not asked again, everything is read back before it is sent", async () => {
    const call = water();
    expect((await call.says("there's a burst pipe near my house")).said).toBe("What is the location?");
    expect((await call.says("Kenyatta Avenue opposite the market")).said).toBe("What is your phone number?");
    expect((await call.says("oh seven twenty two, one two three, four five six")).said).toBe(
      "Let me read that back: location Kenyatta Avenue opposite the market, severity burst, phone number 0 7 2 2 1 2 3 4 5 6. Is that correct?",
    );
    expect((await call.says("yes")).tools).toEqual([
      {
        name: "report_leak",
        arguments: { location: "Kenyatta Avenue opposite the market", severity: "burst", phone: "0722123456" },
      },
    ]);
  });

  it("sends numbers as numbers, within the range that it declares", async () => {
    const call = water();
    expect((await call.says("I want a new connection and also how much is it")).said).toBe(
      "A new connection costs 7,500 shillings. Which day would you like?",
    );
    await call.says("on Tuesday");
    expect((await call.says("forty plots")).said).toBe("The number of plots must lie between 1 and 10. How many plots?");
    await call.says("three");
    await call.says("Brian Ouma");
    expect((await call.says("0722123456")).said).toContain("number of plots 3, name Brian Ouma");
    expect((await call.says("no, make it two plots")).said).toContain("number of plots 2, name Brian Ouma");
    expect((await call.says("yes that's right")).tools).toEqual([
      { name: "book_connection", arguments: { date: "2026-11-24", plots: 2, name: "Brian Ouma", phone: "0722123456" } },
    ]);
  });

  it("is used in Swahili and French as well", async () => {
    const sw = water("sw");
    expect((await sw.says("habari, nataka kujua salio langu")).said).toContain("Naomba namba ya mita.");
    expect((await sw.says("nne nne moja mbili saba tatu tatu")).tools).toHaveLength(1);
    const fr = water("fr");
    expect((await fr.says("bonjour, je voudrais signaler une fuite")).said).toMatch(/^À quel endroit \?/);
    await fr.says("avenue Kenyatta");
    await fr.says("burst");
    expect((await fr.says("zéro sept vingt-deux, douze trente-quatre cinquante-six")).said).toContain("0 7 2 2 1 2 3 4 5 6");
  });

  it("that fails is told, with a way on", async () => {
    const call = water();
    call.answer = () => "The service could not be reached.";
    await call.says("what is my balance");
    expect((await call.says("4412733")).said).toBe(
      "I am sorry, that did not work just now. Shall I take a message so a colleague can call you back?",
    );
  });
});

describe("what was heard badly", () => {
  it("is asked about before something is looked up with it", async () => {
    const call = water();
    await call.says("what do I owe?");
    expect((await call.says("four four one two seven three three", 0.5)).said).toBe("I heard 4 4 1 2 7 3 3. Is that right?");
    expect((await call.says("no")).said).toBe(
      "Please say the meter number one digit or letter at a time. You can also key it in and end with the hash key.",
    );
    await call.says("four four one two seven three four", 0.6);
    expect((await call.says("yes")).tools).toEqual([{ name: "check_balance", arguments: { meter_number: "4412734" } }]);
  });

  it("is asked about where a name is given, and other words go on without it", async () => {
    const call = water();
    await call.says("I want a new connection on Tuesday, two plots");
    expect((await call.says("Brian Ouma", 0.2)).said).toBe("I heard Brian Ouma. Is that right?");
    expect((await call.says("0722 123 456")).said).toContain(
      "name Brian Ouma, phone number 0 7 2 2 1 2 3 4 5 6. Is that correct?",
    );
  });

  it("is never taken for abuse", async () => {
    expect((await water().says("you are stupid", 0.4)).said).not.toMatch(/upset/);
    expect((await water().says("you are stupid", 0.9)).said).toMatch(/upset/);
  });
});

describe("nothing is taken for what it is not", () => {
  const asked = async (...before: string[]): Promise<TextCall> => {
    const call = new TextCall();
    for (const text of before) await call.says(text);
    return call;
  };

  it.each(["ehn", "yes that's right", "no, make it ten", "um, the", "what name?"])("no name is %s", async (answer) => {
    const call = await asked("book me for Monday at nine", answer);
    expect((await call.says("Wanjiku")).said).toBe("What is your phone number?");
    expect((await call.says("0722 000 111")).said).toContain("for Wanjiku, phone");
  });

  it("no hour is a part of a telephone number", async () => {
    const call = await asked("I want an appointment on Monday, my number is zero seven ten thirty eleven twelve zero nine");
    expect((await call.says("hello?")).said).toContain("Please tell me the time");
    expect((await call.says("constructor")).said).toContain("the time");
  });

  it("no order number are the words that carry it", async () => {
    const call = new TextCall({
      instructions: "You are the help line of Soko. The order number is five digits.",
      tools: [tool("check_order", "Tells where an order is.", { order_number: { type: "string" } })],
    });
    call.answer = () => ({ status: "sent" });
    await call.says("where is my order");
    expect((await call.says("the number is")).tools).toEqual([]);
    expect((await call.says("na four four one")).said).toContain("has 5 digits, and I heard 3");
    expect((await call.says("na four four one two three")).tools).toEqual([
      { name: "check_order", arguments: { order_number: "44123" } },
    ]);
  });
});

describe("a wish that no tool meets", () => {
  it("becomes a message, its words read back", async () => {
    const call = water();
    expect((await call.says("I want a refund for last month")).said).toBe(
      "I cannot do that myself, but I will ask a colleague to call you back. May I have your name?",
    );
    await call.says("Achieng Otieno");
    expect((await call.says("0722 123 456")).said).toContain(
      "I will pass on this message: I want a refund for last month, from Achieng Otieno",
    );
    expect((await call.says("yes")).tools).toEqual([
      {
        name: "take_message",
        arguments: { message: "I want a refund for last month", name: "Achieng Otieno", phone: "0722123456" },
      },
    ]);
  });

  it("is told once and plainly where no message can be taken", async () => {
    const call = new TextCall({ instructions: PROMPT, tools: ["end_call"] });
    expect((await call.says("cancel my connection please")).said).toBe(
      "I am sorry, I cannot do that on this call. Is there anything else I can help you with?",
    );
  });
});

describe("what is said in the middle of something", () => {
  it("a question goes before the form, which goes on where it was", async () => {
    const call = water();
    await call.says("I want to report a leak");
    expect((await call.says("when are bills due?")).said).toBe("Bills are due on the 15th of each month. What is the location?");
  });

  it("a second wish in one sentence is come back to", async () => {
    const call = water();
    await call.says("I want to know my balance and also I want to report a leak");
    expect((await call.says("4412733")).said).toMatch(/Now to your other request\. What is the location\?$/);
  });

  it("a change of mind leaves what was begun", async () => {
    const call = water();
    await call.says("I want to report a leak");
    expect((await call.says("forget it, I want to know my balance")).said).toBe(
      "Okay, I haven't changed anything. What is your meter number?",
    );
  });

  it("someone in danger hears whom to call, at once", async () => {
    const call = water();
    await call.says("I want to report a leak");
    expect((await call.says("wait the baby is not breathing")).said).toBe("If this is an emergency, please call 112 now.");
  });

  it("and on another day: a question goes on from the one before it", async () => {
    const call = water();
    expect((await call.says("are you open tomorrow?")).said).toMatch(/^We are closed on Sunday/);
    expect((await call.says("what about Monday?")).said).toMatch(
      /^On Monday the 23rd of November we are open from 8 am to 4 pm\./,
    );
  });
});

it("an instruction among the facts is never told", async () => {
  expect((await water().says("is the pump old?")).said).not.toMatch(/pump/);
});

it("whoever asks how much they can have is told no price, also while something else is asked", async () => {
  const call = new TextCall({ instructions: cooperative.prompt, tools: cooperative.tools });
  expect((await call.says("how much can I borrow")).said).toContain("up to three times their savings");
  expect((await call.says("I want to check my balance")).said).toContain("member number");
  const { said } = await call.says("how much can I borrow");
  expect(said).toMatch(/up to three times their savings.*member number/);
  expect((await call.says("how much is it to join")).said).toContain("1,000 shillings");
});

it("looks up what is asked about oneself while a message is taken, and tells no fact that sounds like it", async () => {
  const call = new TextCall({ instructions: waterUtility.prompt, tools: [...waterUtility.tools] });
  expect((await call.says("How much is my bit?", 0.8)).said).toContain("May I have your name?");
  expect((await call.says("How much is my bill?", 0.9)).said).toContain("What is your meter number?");
});

describe("a tool that takes nothing", () => {
  it("is read back by its name before it is used", async () => {
    const open = tool("open_gate", "Opens the gate for a resident who stands outside.", {});
    const call = new TextCall({ instructions: "You are the guard of Lavington Court.", tools: [open, "end_call"] });
    call.answer = () => ({ opened: true });
    expect((await call.says("Hello, please open the gate for me")).said).toContain("open gate. Is that correct?");
    expect((await call.says("Yes please")).tools).toEqual([{ name: "open_gate", arguments: {} }]);
  });
});
