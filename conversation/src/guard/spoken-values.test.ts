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

function verdictOn(messages: readonly Message[], given: object, language = "en") {
  const guard = new Guard({
    reader: spokenValues(),
    checkArguments: (_schema, value) => ({ value, problems: [] }),
    country: "KE",
    callerNumber: "",
    facts: [],
  });
  const call = { id: "1", name: "order_goods", arguments: JSON.stringify(given) };
  return guard.judge({ call, tool: ORDER, messages, tools: [ORDER], language, localTime: "2026-11-30T09:15:00+03:00" });
}

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
    expect(verdictOn([...wish, agent(french), caller("oui")], given, "fr").kind).toBe("run");
    const swahili = "Basi ni mifuko minne ya urea, namba sifuri saba mbili mbili, sifuri sifuri sifuri, moja moja moja. Sawa?";
    expect(verdictOn([...wish, agent(swahili), caller("ndiyo")], given, "sw").kind).toBe("run");
  });
});

it("an hour with its minutes behind the word, as French says it, is read back", () => {
  const tool: ToolDefinition = {
    ...ORDER,
    parameters: { type: "object", properties: { date: { type: "string", format: "date" }, time: { type: "string" } } },
  };
  const guard = new Guard({
    reader: spokenValues(),
    checkArguments: (_schema, value) => ({ value, problems: [] }),
    callerNumber: "",
    facts: [],
  });
  const messages = [
    agent("Bonjour ?"),
    caller("une table dimanche à treize heures quinze"),
    agent("Donc une table pour 3 personnes dimanche 6 décembre à 13 heures 15, c'est bien ça ?"),
    caller("oui c'est exact"),
  ];
  const call = { id: "1", name: "order_goods", arguments: JSON.stringify({ date: "2026-12-06", time: "13:15" }) };
  const said = { call, tool, messages, tools: [tool], language: "fr", localTime: "2026-11-30T09:15:00+03:00" };
  expect(guard.judge(said).kind).toBe("run");
});
