import fc from "fast-check";
import { expect, test } from "vitest";
import { isOnlyYesOrNo, isValueKind, readValue, type ValueContext, type ValueKind } from "./index.ts";

/** A Thursday, ten in the morning. */
const NOW = "2026-11-26T10:00:00+03:00";
const KINDS = [
  "date",
  "time",
  "datetime",
  "date-range",
  "duration",
  "number",
  "ordinal",
  "percent",
  "age",
  "quantity",
  "money",
  "phone",
  "name",
  "email",
  "code",
  "yes-no",
];
const LANGUAGES = ["en", "sw", "fr", "pt", "ar", "ha", "yo", "am", "zu"];

function read(kind: ValueKind, said: string, { language = "en", country = "KE", ...more }: Partial<ValueContext> = {}): unknown {
  const found = readValue(kind, said, { language, country, localTime: NOW, question: "?", ...more });
  return found?.alternatives ? [found.value, ...found.alternatives] : found?.value;
}

test("this coming Tuesday is not today", () => {
  expect(read("date", "this coming Tuesday", { localTime: "2026-12-01T08:00:00+03:00" })).toBe("2026-12-08");
  expect(read("date", "this coming Tuesday", { localTime: "2026-11-30T08:00:00+03:00" })).toBe("2026-12-01");
});

test.each([
  ["Saturday the 5th at eleven", "2026-12-05"],
  ["next week on Thursday please", "2026-12-03"],
  ["the week after next, on Monday", "2026-12-07"],
  ["could we say a week on Friday", "2026-12-04"],
  ["not tomorrow but Saturday", "2026-11-28"],
  ["it was Tuesday, now it is the Monday coming", "2026-11-30"],
  ["the fifth of May", "2027-05-05"],
  ["Monday the fifth", undefined],
  ["tomorrow or the day after", undefined],
  ["Tuesday to Thursday", undefined],
  ["the second one", undefined],
])("%s is the day %s", (said, day) => {
  expect(read("date", said)).toEqual(day);
});

test.each([
  "my number is 0722 345 678",
  "eleven",
  "at ten thirty",
  "account 4471 2290",
  "there are three of us",
  "I am thirty-four",
])("no day is read out of the digits of something else: %s", (said) => {
  expect(read("date", said)).toBeUndefined();
});

test.each([
  ["fourteen and then two, so sixteen altogether", "en"],
  ["no, it's sixteen altogether, fourteen and two", "en"],
  ["quatorze, puis deux, seize en tout", "fr"],
])("of what is counted up, the sum is meant: %s", (said, language) => {
  expect(read("number", said, { language, question: "How many?" })).toBe(16);
});

test("a weekday is the last one where it is asked what happened", () => {
  expect(read("date", "on Monday", { question: "On which day did it happen?" })).toBe("2026-11-23");
  expect(read("date", "on Monday", { expects: "past" })).toBe("2026-11-23");
  expect(read("date", "on Monday")).toBe("2026-11-30");
});

test.each([
  ["half seven for 4 people", ["07:30", "19:30"]],
  ["five to three", "14:55"],
  ["let's say 2 pm", "14:00"],
  ["11 pm", "23:00"],
  ["twelve thirty", "12:30"],
  ["after 5 pm", { from: "17:00" }],
  ["I have a meeting at twelve, so let's do one", "13:00"],
  ["So a viewing for BP 0 7 3 1 at 2:30 in the afternoon, with 4 persons", "14:30"],
  ["after three, I finish work at half two", undefined],
  ["from one till quarter to three", { from: "13:00", to: "14:45" }],
  ["room 12", undefined],
  ["three of us", undefined],
  ["at ten or at eleven", undefined],
])("%s is the time %j", (said, time) => {
  expect(read("time", said)).toEqual(time);
});

test("at dawn is in the morning", () => {
  expect(read("time", "very early, at half past five at dawn")).toBe("05:30");
});

test("hours count from six in Swahili and Amharic", () => {
  expect(read("time", "saa nane mchana kesho", { language: "sw" })).toBe("14:00");
  expect(read("time", "ከጠዋቱ ሦስት ሰዓት ተኩል", { language: "am" })).toBe("09:30");
});

test.each([
  ["en", "at eight pm we won't be ready, make it nine pm"],
  ["en", "we can't do eight pm, put us down for nine pm"],
  ["sw", "saa mbili usiku hatutakuwa tayari, weka saa tatu usiku"],
  ["fr", "à vingt heures on sera pas prêts, mets vingt et une heures"],
  ["fr", "vingt heures c'est tôt, disons vingt et une heures"],
  ["pt", "às oito da noite não dá, põe às nove da noite"],
])("of two times the reader takes the one that the caller wants at last, in %s: %s", (language, said) => {
  expect(read("time", said, { language, question: undefined })).toBe("21:00");
});

test("a time that nobody asked for counts only where its words say so", () => {
  expect(read("time", "book me for tomorrow at 3", { question: undefined })).toBe("15:00");
  expect(read("time", "book me two tickets", { question: undefined })).toBeUndefined();
});

test.each([
  ["around 20k", { amount: "20000", currency: "KES" }],
  ["fifty thousand naira", { amount: "50000", currency: "NGN" }],
  ["between five and ten thousand", undefined],
])("%s is the amount %j", (said, amount) => {
  expect(read("money", said)).toEqual(amount);
});

test("telephone numbers are read in groups, corrected at their end, and only where the country has them", () => {
  expect(read("phone", "0722… three four five… six seven eight")).toBe("+254722345678");
  expect(read("phone", "oh seven two two three four five six seven eight, sorry, six seven nine")).toBe("+254722345679");
  expect(read("phone", "0722 345, sorry, 354, 678")).toBe("+254722354678");
  expect(read("phone", "account 12345678")).toBeUndefined();
});

test.each([
  ["I want to book an appointment", undefined],
  ["I am looking for the doctor", undefined],
  ["Yes, my name is Mary Njeri and my number is 0722", "Mary Njeri"],
  ["Musa, M U S A", "Musa"],
  ["John Smith please", "John Smith"],
  ["Siobhan Murphy, that's S I O B H A N", "Siobhan Murphy"],
  ["Why, who's asking?", undefined],
  ["I'm the landlord", undefined],
  ["It's in the name of my husband, Serge Kouadio", "Serge Kouadio"],
])("%s is the name %s", (said, name) => {
  expect(read("name", said)).toBe(name);
});

test.each([
  ["yes please, book it", true],
  ["no, it's Kamau with a K", false],
  ["yes, but make it four", undefined],
  ["Right, and can I also ask about parking?", undefined],
  ["no, that's right", true],
  ["what time do you open?", undefined],
])("%s is %s", (said, answer) => {
  expect(read("yes-no", said)).toBe(answer);
});

test("whatever is said, the readers answer, quickly, with what they promise", () => {
  const words = fc.array(
    fc.constantFrom(
      ..."one two ten thirty half past to the of on at monday next week may first no sorry not or and a an double o k m saa na kumi mia et demi moins 12 0722 9:15 1/2 @ . + % ' -".split(
        " ",
      ),
    ),
    { maxLength: 60 },
  );
  const shapes: Partial<Record<ValueKind, RegExp>> = {
    date: /^\d{4}-\d\d-\d\d$/,
    datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
    phone: /^\+\d{8,15}$/,
    email: /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/,
  };
  fc.assert(
    fc.property(
      fc.oneof(
        words.map((all) => all.join(" ")),
        fc.string({ maxLength: 300 }),
      ),
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom(...KINDS),
      (said, language, kind) => {
        if (!isValueKind(kind)) throw new Error(`${kind} is no kind`);
        const found = readValue(kind, said, { language, localTime: NOW, country: "KE", question: "When?" });
        const shape = shapes[kind];
        expect([found?.value, !found || !shape || shape.test(String(found.value))]).toEqual([found?.value, true]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("ten thousand words are no burden: only the first are read", () => {
  expect(read("number", `${"very ".repeat(10_000)}ten`)).toBeUndefined();
});

test.each([
  ["yes please", true],
  ["Hapana", true],
  ["yes at five", false],
  ["at five", false],
])("whether %s is a bare answer is %s", (said, isBare) => {
  expect(isOnlyYesOrNo(said, { language: "sw", localTime: NOW })).toBe(isBare);
});
