import fc from "fast-check";
import { expect, test } from "vitest";
import { PERSONAL_KINDS, type PersonalContext } from "./kinds.ts";
import { findPersonal, maskPersonal } from "./personal.ts";

const ALL = new Set(PERSONAL_KINDS);
const masked = (text: string, language = "en", more: Partial<PersonalContext> = {}): string =>
  maskPersonal(text, { kinds: ALL, language, country: "KE", ...more });

test("cards, accounts, addresses and numbers are masked where they are written, and what is around them stays", () => {
  expect(masked("Card 4111 1111 1111 1111, call 0722 345 678.")).toBe("Card [card], call [phone].");
  expect(masked("GB82 WEST 1234 5698 7654 32 please, or DE89370400440532013000.")).toBe("[iban] please, or [iban].");
  expect(masked("Write to peter.o@example.co.ke soon")).toBe("Write to [email] soon");
});

test("ids of five countries and codes of mobile money are masked, by their shape or by what is asked", () => {
  expect(masked("8001015009087")).toBe("[national_id]");
  expect(masked("GHA-123456789-1 and A012345678Z and 19900101-12345-12345-12")).toBe(
    "[national_id] and [national_id] and [national_id]",
  );
  expect(masked("My ID is 12345678.")).toBe("My ID is [national_id].");
  expect(masked("It is 22212345678.", "en", { before: "What is your BVN?", country: "NG" })).toBe("It is [national_id].");
  expect(masked("QGH7X1Y2Z3 Confirmed.")).toBe("[mobile_money] Confirmed.");
  expect(masked("code q g h seven x one y two z three")).toBe("code [mobile_money]");
});

test.each([
  ["en", "zero seven double two three four five six seven eight", "[phone]"],
  ["sw", "sifuri saba mbili mbili tatu nne tano sita saba nane", "[phone]"],
  ["fr", "sept trois un quatre neuf deux huit", "[digits]"],
  ["pt", "sete três um quatro nove dois oito", "[digits]"],
  ["ar", "سبعة ثلاثة واحد أربعة تسعة اثنان ثمانية", "[digits]"],
  ["am", "ሰባት ሦስት አንድ አራት ዘጠኝ ሁለት ስምንት", "[digits]"],
  ["ha", "bakwai uku daya hudu tara biyu takwas", "[digits]"],
  ["yo", "meje meta okan merin mesan meji mejo", "[digits]"],
  ["zu", "isikhombisa kuthathu kunye kune isishiyagalolunye kubili isishiyagalombili", "[digits]"],
] as const)("digits that are said in words are masked in %s", (language, said, mask) => {
  expect(masked(said, language)).toBe(mask);
});

test("a card that is said in groups is one card, and a correction behind it goes too", () => {
  expect(masked("It is four one one one, one one one one, one one one one, one one one one. Thanks")).toBe(
    "It is [card]. Thanks",
  );
  expect(masked("zero seven two two three four five six seven nine, no sorry, six seven eight")).not.toMatch(/six|seven/);
});

test("names that a form holds, that somebody gives, or that were asked for are masked", () => {
  expect(masked("My name is Amina Yusuf.")).toBe("My name is [name].");
  expect(masked("Thank you, Amina.", "en", { names: ["Amina Yusuf"] })).toBe("Thank you, [name].");
  expect(masked("Amina", "en", { before: "What is your name?" })).toBe("[name]");
  expect(masked("the grace of it", "en", { names: ["Grace Wanjiru"] })).toBe("the [name] of it");
  expect(masked("By the grace of God", "en", { names: ["Grace Wanjiru"] })).toBe("By the grace of God");
});

test("dates, times, amounts, short codes and office hours are nobody's", () => {
  for (const plain of [
    "On 28-11-2026 at 10:30 for 12,500 shillings, order 12345",
    "We are open from nine to five, that is 3,500,000 shillings in 2026",
    "Room one two three, table four, at twenty past six",
  ])
    expect(masked(plain)).toBe(plain);
});

test("only kinds that are chosen are masked, and none leaves the text as it is", () => {
  const text = "Card 4111 1111 1111 1111, peter@example.org";
  expect(masked(text, "en", { kinds: new Set(["email"]) })).toBe("Card 4111 1111 1111 1111, [email]");
  expect(masked(text, "en", { kinds: new Set() })).toBe(text);
});

test("a number at the end of a long text is found like one at its beginning", () => {
  const long = `${"word ".repeat(5_000)}4111 1111 1111 1111 ${"and more ".repeat(300)}seven three one four nine two eight`;
  expect(masked(long)).toMatch(/\[card\].*\[digits\]$/s);
});

test("whatever is said, spans lie in the text, in order and apart", () => {
  const words = fc.constantFrom(
    "4111",
    "one",
    "double",
    "at",
    "gmail",
    "dot",
    "com",
    "seven",
    "’",
    "Amina",
    "+254",
    "722345678",
    "no",
    "sorry",
    "ሰባት",
    "GB82",
    "a.m.",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.array(words).map((all) => all.join(" ")),
      ),
      (text) => {
        let at = 0;
        for (const { from, to } of findPersonal(text, { kinds: ALL, language: "en", country: "KE" })) {
          expect(from).toBeGreaterThanOrEqual(at);
          expect(to).toBeGreaterThan(from);
          at = to;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      },
    ),
    { numRuns: 300 },
  );
});
