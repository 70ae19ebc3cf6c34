import { Refused } from "@ongea/contract";
import { expect, test } from "vitest";
import { loadLanguage } from "./catalogue.ts";
import { LANGUAGES } from "./languages.ts";
import { fill } from "./message.ts";
import { placedMoment } from "./placed-moment.ts";
import { problemIn } from "./problem.ts";
import { createGrowingWords, type GrowingWords } from "./words.ts";

const NOW = new Date("2026-11-21T09:38:00");

async function wordsIn(language: (typeof LANGUAGES)[number]): Promise<GrowingWords> {
  return createGrowingWords(language, await loadLanguage(language));
}

test("English counts one and many, Arabic one, two, a few and many", async () => {
  const ago = (words: GrowingWords, minutes: number): string =>
    words.ago(new Date(NOW.getTime() - minutes * 60_000).toISOString(), NOW);
  const english = await wordsIn("en");
  expect([0, 1, 2].map((minutes) => ago(english, minutes))).toEqual(["just now", "1 minute ago", "2 minutes ago"]);
  const arabic = await wordsIn("ar");
  expect([1, 2, 3, 11].map((minutes) => ago(arabic, minutes).replace(/\d+|[٠-٩]+/, "#"))).toEqual([
    "قبل دقيقة",
    "قبل دقيقتين",
    "قبل # دقائق",
    "قبل # دقيقة",
  ]);
});

test("money is written as the language writes it, in shillings and in naira", async () => {
  const plain = (text: string): string => text.replaceAll(/\s/g, " ");
  const english = await wordsIn("en");
  expect(plain(english.money(123_450, "KES"))).toBe("Ksh 1,234.50");
  expect(english.money(123_450, "NGN")).toBe("₦1,234.50");
  expect(english.money(6, "USD")).toBe("$0.06");
  const small = [0, 0.6, 1.234, 0.0431, 0.00001, 9.96, 12.345, -1.2].map((cents) => english.money(cents, "USD"));
  expect(small).toEqual(["$0.00", "$0.006", "$0.012", "$0.00043", "$0.00", "$0.10", "$0.12", "-$0.012"]);
  const french = await wordsIn("fr");
  expect(plain(french.money(123_450, "NGN"))).toBe("1 234,50 ₦");
  expect(plain(french.money(123_450, "KES"))).toBe("1 234,50 KES");
  // The symbol stays on its side of the amount where text runs from the right.
  expect((await wordsIn("ar")).money(123_450, "NGN")).toMatch(/^\u2066[^\u200f]+\u2069$/u);
});

test("the specification's figures are written as it writes them", async () => {
  const english = await wordsIn("en");
  expect([english.number(1_248), english.percent(0.985), english.percent(0.999), english.duration(204)]).toEqual([
    "1,248",
    "98.5%",
    "99.9%",
    "3m 24s",
  ]);
});

test("a day has its name in every language, also where the browser does not know it", async () => {
  const days = await Promise.all(LANGUAGES.map(async (language) => (await wordsIn(language)).day("2026-08-20T12:00:00")));
  for (const day of days) expect(day).toMatch(/20|٢٠/);
  expect((await wordsIn("en")).moment("2026-11-21T09:05:00", NOW)).toBe("today 09:05");
  expect((await wordsIn("en")).moment("2026-11-20T09:05:00", NOW)).toBe("20 Nov 2026, 09:05");
});

test("a moment that matters to people elsewhere says by whose clock it is told", async () => {
  const said = placedMoment(await wordsIn("en"), "2026-11-20T09:05:00");
  const place = new Intl.DateTimeFormat().resolvedOptions().timeZone.split("/").at(-1)!.replaceAll("_", " ");
  expect(said).toBe(`20 Nov 2026, 09:05 (${place} time)`);
});

test("a sentence said without one of its values is a mistake that shows at once", async () => {
  const english = await wordsIn("en");
  expect(() => english.say("time.ago_minutes")).toThrow("without its {count}");
});

test("a message chooses by a word, and may be spoken of in ordinals", () => {
  const grammar = { number: String, category: (_value: number, ordinal: boolean) => (ordinal ? "few" : "other") };
  expect(fill("{who, select, caller {The caller} other {Somebody}} spoke", { who: "caller" }, grammar)).toBe("The caller spoke");
  expect(fill("{who, select, caller {The caller} other {Somebody}} spoke", { who: "x" }, grammar)).toBe("Somebody spoke");
  expect(fill("the {n, selectordinal, few {#rd} other {#th}} call", { n: 3 }, grammar)).toBe("the 3rd call");
  expect(fill("{n, plural, =0 {no calls} other {# calls}}", { n: 0 }, grammar)).toBe("no calls");
});

test("a refusal is worded by its code, in English as the contract says it", async () => {
  const english = await wordsIn("en");
  await english.bring(["refusals"]);
  expect(english.say("refusals.call.not_found")).toBe("There is no such call.");
  const refused = new Refused({ error: 404, code: "call.not_found", message: "There is no such call.", detail: "" });
  expect([problemIn(await wordsIn("en"), refused), problemIn(await wordsIn("fr"), refused)]).toEqual([
    "There is no such call.",
    "Cet appel n’existe pas.",
  ]);
});

test("Arabic reads from the right, the others from the left", async () => {
  const directions = await Promise.all(LANGUAGES.map(async (language) => (await wordsIn(language)).direction));
  expect(LANGUAGES.filter((_language, index) => directions[index] === "rtl")).toEqual(["ar"]);
});

test("what only some screens say comes when such a screen is opened, and is asked for once", async () => {
  const { catalogue, further } = await loadLanguage("sw");
  let fetched = 0;
  const agents = async () => {
    fetched++;
    return further.agents();
  };
  const words = createGrowingWords("sw", { catalogue, further: { ...further, agents } });
  expect(() => words.say("agents.tab_voice")).toThrow("no sentence");
  const coming = words.bring(["agents"]);
  expect(words.bring(["agents"])).toBe(coming);
  await coming;
  expect(words.say("agents.tab_voice")).not.toBe("");
  expect([words.bring(["agents"]), words.bring([]), fetched]).toEqual([undefined, undefined, 1]);
  expect(words.asked).toEqual(["agents"]);
});

test("sentences that cannot be fetched fail the screen that waits for them, and no other", async () => {
  const { catalogue, further } = await loadLanguage("en");
  const gone = { ...further, agents: () => Promise.reject(new Error("gone")) };
  const words = createGrowingWords("en", { catalogue, further: gone });
  await expect(words.bring(["agents"])).rejects.toThrow("gone");
  await words.bring(["knowledge"]);
  expect(words.say("knowledge.title")).not.toBe("");
});
