import { describe, expect, it } from "vitest";
import { Guard } from "./guard.ts";
import { spokenValues } from "./spoken-values.ts";
import type { Message, ToolDefinition } from "../ports.ts";

const ORDER: ToolDefinition = {
  name: "order_goods",
  description: "Orders goods.",
  hasEffect: true,
  parameters: {
    type: "object",
    properties: { product: { type: "string" }, quantity: { type: "integer" }, phone: { type: "string" } },
  },
};
const caller = (text: string): Message => ({ role: "caller", text });
const agent = (text: string): Message => ({ role: "assistant", text });

function verdictOn(messages: readonly Message[], given: object, { language = "en", tool = ORDER } = {}) {
  const guard = new Guard({
    reader: spokenValues(),
    checkArguments: (_schema, value) => ({ value, problems: [] }),
    country: "KE",
    callerNumber: "",
    facts: [],
  });
  const call = { id: "1", name: tool.name, arguments: JSON.stringify(given) };
  return guard.judge({ call, tool, messages, tools: [tool], language, localTime: "2026-11-30T09:15:00+03:00" });
}

/** The same tool with other arguments. */
const taking = (properties: object): ToolDefinition => ({ ...ORDER, parameters: { type: "object", properties } });

describe("a count that is read back inside of a sentence", () => {
  const given = { product: "urea", quantity: 4, phone: "0722000111" };
  const wish = [agent("How can I help?"), caller("urea please, four bags, my number is 0722000111"), agent("All right.")];
  const readBack = (count: string): Message =>
    agent(`So that is ${count} bags of urea for Mary, phone zero seven two two, zero zero zero, one one one. Is that correct?`);

  it("is confirmed by a yes", () => {
    expect(verdictOn([...wish, readBack("four"), caller("yes")], given).kind).toBe("run");
  });

  it("is not where another count was read back, whatever digits the number has", () => {
    const other = { ...given, quantity: 2 };
    const said = [...wish, caller("no, two"), readBack("four"), caller("yes")];
    expect(verdictOn(said, other)).toMatchObject({ kind: "held", held: { slot: "quantity", reason: "not_confirmed" } });
  });

  it("is confirmed in French and Swahili too", () => {
    const french = "Donc quatre sacs d'urée pour vous, numéro zéro sept vingt-deux, zéro zéro zéro, un un un. C'est correct ?";
    expect(verdictOn([...wish, agent(french), caller("oui")], given, { language: "fr" }).kind).toBe("run");
    const swahili = "Basi ni mifuko minne ya urea, namba sifuri saba mbili mbili, sifuri sifuri sifuri, moja moja moja. Sawa?";
    expect(verdictOn([...wish, agent(swahili), caller("ndiyo")], given, { language: "sw" }).kind).toBe("run");
  });
});

it("none is an answer to a question for a comment, and no name", () => {
  const messages = [agent("And what should we do better?"), caller("none"), agent("So none. Is that right?"), caller("yes")];
  const tool = taking({ comment: { type: "string" }, name: { type: "string" } });
  expect(verdictOn(messages, { comment: "none" }, { tool }).kind).toBe("run");
  expect(verdictOn(messages, { name: "none" }, { tool })).toMatchObject({ kind: "held", held: { reason: "placeholder" } });
});

it("an hour with its minutes behind the word, as French says it, is read back", () => {
  const tool = taking({ date: { type: "string", format: "date" }, time: { type: "string" } });
  const messages = [
    agent("Bonjour ?"),
    caller("une table dimanche à treize heures quinze"),
    agent("Donc une table pour 3 personnes dimanche 6 décembre à 13 heures 15, c'est bien ça ?"),
    caller("oui c'est exact"),
  ];
  expect(verdictOn(messages, { date: "2026-12-06", time: "13:15" }, { language: "fr", tool }).kind).toBe("run");
});

describe("one of a list, in words of the caller's own", () => {
  const tool = taking({ animal: { enum: ["cow", "goat"] }, phone: { type: "string" } });
  const given = { animal: "cow", phone: "0721445390" };

  it("is confirmed in another language by a yes to the other values", () => {
    const wish = [
      agent("Karibu."),
      caller("ng'ombe wangu anazaa, 0721445390"),
      agent("Nimtume kwa ng'ombe, 0721445390, ni sawa?"),
    ];
    expect(verdictOn([...wish, caller("ndiyo")], given, { language: "sw", tool }).kind).toBe("run");
    expect(verdictOn([...wish, caller("hapana")], given, { language: "sw", tool })).toMatchObject({
      held: { reason: "not_confirmed" },
    });
  });

  it("is read back by its very word in English", () => {
    const wish = [agent("Hello?"), caller("my heifer cannot stand, 0721445390"), agent("Shall I send him, 0721445390, correct?")];
    const held = verdictOn([...wish, caller("yes")], given, { tool });
    expect(held).toMatchObject({ held: { slot: "animal", reason: "not_confirmed" } });
    const again = [...wish, caller("yes"), agent("So a cow, on 0721445390. Correct?"), caller("yes")];
    expect(verdictOn(again, given, { tool }).kind).toBe("run");
  });
});

it("a name in Latin letters stands for one that was said in Amharic", () => {
  const tool = taking({ name: { type: "string" }, phone: { type: "string" } });
  const messages = [agent("ስምዎ?"), caller("አበበ ከበደ፣ 0911223344"), agent("አበበ ከበደ፣ 0911223344፣ ትክክል ነው?"), caller("አዎ")];
  expect(verdictOn(messages, { name: "Abebe Kebede", phone: "0911223344" }, { language: "am", tool }).kind).toBe("run");
});

it("“yes, that one” names no hour", () => {
  const tool = taking({ time: { type: "string" }, phone: { type: "string" } });
  const messages = [
    agent("How can I help?"),
    caller("half past nine, my number is 0722000111"),
    agent("So half past 9 in the morning, on 0 7 2 2 0 0 0 1 1 1. Shall I book it?"),
    caller("yes, that one"),
  ];
  expect(verdictOn(messages, { time: "09:30", phone: "0722000111" }, { tool }).kind).toBe("run");
});

it("a change of one value leaves the others as they were read back before it", () => {
  const tool = taking({ time: { type: "string" }, phone: { type: "string" }, people: { type: "integer" } });
  const given = { time: "21:00", phone: "0722000111", people: 8 };
  const changed = (change: string, again: string): readonly Message[] => [
    agent("How can I help?"),
    caller("a table for eight at 20:00, 0722000111"),
    agent("A table for 8 at 20:00, on 0722000111. Is that correct?"),
    caller(change),
    agent(again),
    caller("yes"),
  ];
  expect(verdictOn(changed("no, make it 21:00", "21:00 then. Shall I book it?"), given, { tool }).kind).toBe("run");
  const other = changed("no, nine people, at 21:00", "21:00 then. Shall I book it?");
  expect(verdictOn(other, given, { tool })).toMatchObject({ kind: "held", held: { slot: "people" } });
  expect(verdictOn(changed("no", "21:00 then. Shall I book it?"), given, { tool }).kind).toBe("held");
});

it("a message may hold a price that the agent said, and no telephone number that nobody gave", () => {
  const tool = taking({ message: { type: "string" } });
  const messages = [
    agent("A visit costs 1,800 shillings, and you reach the doctor on 0733444555."),
    caller("please tell the doctor that I will come for the visit"),
    agent("Shall I pass on the message that you will come for the visit?"),
    caller("yes"),
  ];
  const told = (message: string) => verdictOn(messages, { message }, { tool });
  expect(told("She will come for the visit, 1,800 shillings.").kind).toBe("run");
  expect(told("She will come for the visit. Call 0733444555.")).toMatchObject({ held: { reason: "not_said" } });
});
