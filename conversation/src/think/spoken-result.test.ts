import { expect, test } from "vitest";
import type { ToolDefinition } from "../ports.ts";
import { spokenResult, withSpokenResult } from "./spoken-result.ts";

const NOW = { language: "en", localTime: "2026-11-21T09:41:00+03:00" };
const TOOL: ToolDefinition = { name: "check_savings", description: "", parameters: {} };
const SAVINGS = '{"balance":{"amount":12500,"currency":"KES"},"paid_on":"2026-11-23","at":"09:30","blocked":false}';
const SAYS = "Your savings are {balance.amount} {balance.currency}, paid on {paid_on}.";

function say(template: string, result: unknown, now = NOW, hasEffect = false): string {
  return spokenResult(template, result, now, hasEffect).text;
}

test("a template is filled with the values of the result, as they are spoken in the call's language", () => {
  expect(say(SAYS, SAVINGS)).toBe("Your savings are 12500 KES, paid on Monday 23 November.");
  expect(say("Saa {at}, tarehe {paid_on}.", SAVINGS, { ...NOW, language: "sw" })).toBe(
    "Saa saa tatu na nusu asubuhi, tarehe Jumatatu, 23 Novemba.",
  );
  expect(say("Opened at {at}; blocked: {blocked}.", SAVINGS)).toBe("Opened at 9:30 am; blocked: no.");
  expect(say("It comes on {day}.", { day: "2027-08-02T10:00:00+03:00" })).toBe("It comes on 2 August 2027, 10:00 am.");
  expect(say("Il reste {left} litres.", { left: 12.5 }, { ...NOW, language: "fr" })).toBe("Il reste 12,5 litres.");
  expect(say("They said: {result}.", "It was sent on Monday.")).toBe("They said: It was sent on Monday.");
});

test("lists are read as lists, of their names or of one field of each, and one of them by its place", () => {
  const items = [{ name: "bread", qty: 2 }, { name: "milk", qty: 1 }, { name: "tea" }];
  expect(say("You have {items}.", { items })).toBe("You have bread, milk and tea.");
  expect(say("You have {items.qty}.", { items })).toBe("You have 2 and 1.");
  expect(say("First comes {items.0.name}.", { items })).toBe("First comes bread.");
  expect(say("You have {items}.", { items: ["one"] })).toBe("You have one.");
  expect(say("You have {items}.", { items: Array.from({ length: 50 }, (_, at) => at) })).toMatch(/^You have 0, 1, .* and 9\.$/);
});

test("a sentence whose field is missing is left out whole; where none is left a plain one stands", () => {
  const two = "Order {id} was sent. It arrives on {arrives}.";
  expect(spokenResult(two, { id: "A 7" }, NOW, false)).toEqual({
    text: "Order A 7 was sent.",
    isFilled: true,
    missing: ["arrives"],
  });
  expect(say(`Thank you. ${two}`, {})).toBe("I found it, but I do not have the details.");
  expect(say(two, { id: null, arrives: "" }, NOW, true)).toBe("That is done.");
  expect(say("You see Dr. {name}. Be early.", { id: 1 }, { ...NOW, language: "sw" })).toBe(
    "Nimeipata, lakini sina maelezo yake.",
  );
  expect(say("You see Dr. {name}. Be early.", { name: "Otieno" })).toBe("You see Dr. Otieno. Be early.");
  expect(say("Go to {link}.", { link: "https://shop.example/pay?token=x" })).not.toContain("https");
  expect(say("{__proto__.x} {constructor.name} {toString}", {})).toBe("I found it, but I do not have the details.");
  expect(say("It is done.", {}, NOW, true)).toBe("It is done.");
});

test("the model is told the words first, beside the result", () => {
  const tool = { ...TOOL, answerTemplate: SAYS };
  const { result } = withSpokenResult({ ok: true, result: SAVINGS }, tool, NOW);
  expect(JSON.parse(result)).toEqual({
    say: "Your savings are 12500 KES, paid on Monday 23 November.",
    ...(JSON.parse(SAVINGS) as object),
  });
  expect(result.startsWith('{"say":')).toBe(true);
});

test("without a template the result's own `speak` is said, and a result without either stays as it is", () => {
  const own = { ok: true, result: '{"id":7,"speak":" It was sent. "}' };
  expect(withSpokenResult(own, TOOL, NOW).result).toBe('{"say":"It was sent.","id":7}');
  const both = { ...TOOL, answerTemplate: "Sent on {day}." };
  expect(JSON.parse(withSpokenResult(own, both, NOW).result)).toMatchObject({ say: "It was sent." });
  const plain = { ok: true, result: '{"id":7}' };
  expect(withSpokenResult(plain, TOOL, NOW)).toBe(plain);
  expect(withSpokenResult(plain, undefined, NOW)).toBe(plain);
});

test("of a tool that failed, found nothing or has ended the answer nothing is claimed", () => {
  const tool = { ...TOOL, hasEffect: true, answerTemplate: "You are booked on {day}." };
  for (const outcome of [
    { ok: false, result: '{"day":"2026-11-23"}' },
    { ok: true, result: '{"booked":false,"day":"2026-11-23"}' },
    { ok: true, result: '{"found":false}' },
    { ok: true, result: '{"error":"full"}' },
    { ok: true, result: '{"day":"2026-11-23"}', endsAnswer: true },
  ])
    expect(withSpokenResult(outcome, tool, NOW)).toBe(outcome);
});

test("a tool that failed says why in the language of the call, where it knows it", () => {
  const tool = { ...TOOL, hasEffect: true };
  const outcome = { ok: false, result: '{"sent":false,"speak":{"en":"No.","sw":"Hapana."}}' };
  const of = (language: string) => JSON.parse(withSpokenResult(outcome, tool, { ...NOW, language }).result);
  expect([of("sw"), of("zu")]).toEqual([
    { say: "Hapana.", sent: false },
    { say: "No.", sent: false },
  ]);
});

test("a template for some languages is used in those alone", () => {
  const tool = { ...TOOL, answerTemplate: { en: "It costs {price}.", "fr-CI": "Cela coûte {price}." } };
  const of = (language: string) => withSpokenResult({ ok: true, result: '{"price":5}' }, tool, { ...NOW, language }).result;
  expect(of("en-KE")).toContain("It costs 5.");
  expect(of("fr-CI")).toContain("Cela coûte 5.");
  expect(of("fr-FR")).toBe('{"price":5}');
  expect(of("sw")).toBe('{"price":5}');
});

test("what lies too deep or stands in no path is a field that is missing, and nothing fails", () => {
  expect(say("You have {the items} and {}. Bye {name}.", { name: "Ada" })).toBe("Bye Ada.");
  expect(spokenResult("{items.name}", { items: [[{ name: "a" }], { name: "b" }] }, NOW, false).text).toBe("b");
  const deep = `{"name":"Ada","more":${"[".repeat(9_000)}${"]".repeat(9_000)}}`;
  const tool = { ...TOOL, answerTemplate: "It is {name}, {more.x.y}. It is {name}." };
  expect(withSpokenResult({ ok: true, result: deep }, tool, NOW).ok).toBe(true);
  expect(spokenResult("{a.b.c.d.e.f.g.h.i.j}", { a: 1 }, NOW, true).text).toBe("That is done.");
});
