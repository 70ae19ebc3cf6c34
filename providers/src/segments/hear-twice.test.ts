/** Two recognisers on one voice, as they disagree, are late, fail and are overtaken by the speaker. */
import type { Expected, Listening, Recogniser, RecogniserListener, Words } from "@ongea/conversation";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fused } from "./fused.ts";
import { hearTwice } from "./hear-twice.ts";

const DATE: readonly Expected[] = [{ kind: "date" }, { kind: "time" }, { kind: "anything" }];
const PHONE: readonly Expected[] = [{ kind: "phone" }];
const FIVE: readonly Expected[] = [{ kind: "digits", min: 5, max: 5 }];

describe("what was said is what fits the question, and what both heard", () => {
  test.each<[string, string, number, readonly Expected[], string, "sure" | "doubted" | "as heard"]>([
    [
      "Tomorrow at 3 in the afternoon.",
      "tomorrow at three in the afternoon",
      0.9,
      DATE,
      "Tomorrow at 3 in the afternoon.",
      "sure",
    ],
    ["Do the clock", "two o'clock", 0.46, DATE, "two o'clock", "doubted"],
    [
      "A quarter past free in the afternoon.",
      "a quarter past three in the afternoon",
      0.84,
      DATE,
      "a quarter past three in the afternoon",
      "as heard",
    ],
    ["Next, third Z.", "next thursday", 0.79, DATE, "next thursday", "as heard"],
    ["Friday at half past two", "friday and have had kale", 0.6, DATE, "Friday at half past two", "doubted"],
    ["Found Monday at 9 p.m.", "on monday at nine thirty", 0.78, DATE, "on monday at nine thirty", "doubted"],
    ["How much does it cost?", "today at two", 0.4, DATE, "How much does it cost?", "as heard"],
    [
      "I am calling about my order from last week",
      "on friday",
      0.5,
      DATE,
      "I am calling about my order from last week",
      "as heard",
    ],
    ["0722918364", "oh seven two two nine one eight three six four", 0.9, PHONE, "0722918364", "sure"],
    [
      "722918364",
      "oh seven two two nine one eight three six four",
      0.4,
      PHONE,
      "oh seven two two nine one eight three six four",
      "doubted",
    ],
    ["0712345678", "zero seven one two three four five eight seven eight", 0.7, PHONE, "0712345678", "doubted"],
    [
      "071234567891",
      "oh seven one two three four five six seven eight",
      0.5,
      PHONE,
      "oh seven one two three four five six seven eight",
      "doubted",
    ],
    [
      "My number is 071855926.",
      "my number is oh seven one eight five five oh nine two six",
      0.4,
      PHONE,
      "my number is oh seven one eight five five oh nine two six",
      "doubted",
    ],
    ["4815", "four eight one five seven", 0.4, FIVE, "four eight one five seven", "doubted"],
    ["48157", "four eight one five", 0.9, FIVE, "48157", "doubted"],
    ["10 o'clock", "can oh clark", 0.41, DATE, "10 o'clock", "doubted"],
    ["", "two o'clock", 0.05, DATE, "", "as heard"],
  ])("%j and %j (%d)", (...[neural, guided, confidence, expected, text, how]) => {
    const words = fused({ text: neural, language: "en" }, { text: guided, confidence }, expected);
    expect(words.text).toBe(text);
    const sure = words.confidence ?? Number.NaN;
    expect([how, sure, how !== "sure" || sure > 0.9, how !== "doubted" || sure <= 0.6]).toEqual([how, sure, true, true]);
  });
});

test("a telephone number has as many digits as the country's have", () => {
  const kenyan: readonly Expected[] = [{ kind: "phone", shapes: ["0ddddddddd", "ddddddddd", "+254ddddddddd"] }];
  const one = { text: "zero seven one two three four five six seven eight", confidence: 0.4 };
  expect(fused({ text: "0712-3456-778", confidence: 0.5 }, one, kenyan).text).toBe(one.text);
  expect(fused({ text: "0712 345 67", confidence: 0.5 }, one, kenyan).text).toBe(one.text);
  expect(fused({ text: "071234567", confidence: 1 }, one, kenyan).text).toBe(one.text);
  expect(fused({ text: "712345679", confidence: 1 }, one, kenyan).text).toBe("712345679");
  expect(fused({ text: "254 712 345 679", confidence: 0.5 }, one, kenyan).text).toBe("254 712 345 679");
});

test.each<[string, number, string, number, readonly Expected[], "neural" | "guided"]>([
  ["Half past ten", 0.98, "past past ten", 0.46, DATE, "neural"],
  ["Half past ten", 0.3, "past past ten", 0.46, DATE, "guided"],
  // Hardly surer is no surer.
  ["On Monday at 9.30", 0.72, "on monday at nine twenty", 0.73, DATE, "neural"],
  ["On Monday at 9 p.m.", 0.84, "on monday at nine thirty", 0.92, DATE, "guided"],
  ["Tuesday at 10AM", 0.62, "tuesday at ten to eight am", 0.87, DATE, "neural"],
  ["On Monday at 9.30.", 0.59, "on nine may at nine thirty", 0.95, DATE, "neural"],
  ["4-8-1-1-1.", 0.03, "four eight one five seven", 0.4, FIVE, "guided"],
  ["48157", 1, "four eight one five nine", 0.85, FIVE, "neural"],
])(
  "of two different values, %j (%d) and %j (%d), the one that is surely surer was said",
  (...[neural, sure, guided, confidence, expected, which]) => {
    const words = fused({ text: neural, confidence: sure }, { text: guided, confidence }, expected);
    expect(words.text).toBe(which === "neural" ? neural : guided);
    expect(words.confidence).toBeLessThanOrEqual(0.5);
  },
);

test("where the neural one guessed, a value that is hardly sure is asked about; where it did not, something else was said", () => {
  const guided = { text: "at nine in the morning", confidence: 0.02 };
  expect(fused({ text: "I did my morning.", confidence: 0.32 }, guided, DATE)).toEqual(guided);
  expect(fused({ text: "Do you take cards?", confidence: 0.32 }, guided, DATE).text).toBe("Do you take cards?");
  expect(fused({ text: "I did my mourning.", confidence: 0.7 }, guided, DATE).text).toBe("I did my mourning.");
});

test("where the neural one wrote nothing, the name is the guided one's", () => {
  const name: readonly Expected[] = [{ kind: "name" }];
  expect(fused({ text: "" }, { text: "grace wanjiku", confidence: 0.65 }, name).text).toContain("Grace Wanjiku");
  expect(fused({ text: "" }, { text: "grace wanjiku", confidence: 0.05 }, name).text).toBe("");
});

test("letters that are nobody's name give way to the letters of a name that somebody here has", () => {
  const spelled: readonly Expected[] = [{ kind: "name", spelled: true }];
  const letters = { text: "Brian B R I D H A", confidence: 1 };
  const name = { text: "brian b r i a n ouma o u m a", confidence: 0.4 };
  expect(fused(letters, name, spelled)).toEqual({ text: "my name is Brian b r i a n Ouma o u m a", confidence: 0.4 });
  // Sure as it may be of letters, it is believed less than one who knows the names.
  const doubted = { ...letters, confidence: 0.8 };
  expect(fused(letters, { ...name, confidence: 0.05 }, spelled)).toEqual(doubted);
  expect(fused(letters, { text: "kone n r s k t u m a", confidence: 0.4 }, spelled)).toEqual(doubted);
  expect(fused({ text: "Halima H A L I M A", confidence: 0.9 }, name, spelled).text).toContain("Halima");
  expect(fused({ text: "How much is it?", confidence: 0.9 }, { text: "how much is it", confidence: 0.4 }, spelled).text).toBe(
    "How much is it?",
  );
  // A number that was said with the letters is not lost.
  const both = { text: "Brian B R I N M, 0722 123 456", confidence: 0.9 };
  expect(fused(both, name, spelled)).toEqual(both);
  expect(
    fused(
      { text: "Peter P E T E R O O T I E N O", confidence: 1 },
      { text: "peter p e t e r otieno o t i e n o", confidence: 0.2 },
      spelled,
    ),
  ).toEqual({ text: "my name is Peter p e t e r Otieno o t i e n o", confidence: 0.95 });
});

test.each<[string, number, string, number, string]>([
  ["It's cream menza.", 0.42, "it's kwame mensah", 0.95, "It's Kwame Mensah."],
  ["It's Ibrahim Dilo.", 0.55, "gabriel diallo", 0.61, "It's Ibrahim Diallo."],
  ["Emmanuel Boateng.", 0.25, "mandla boateng", 0.81, "Emmanuel Boateng."],
  ["My name is Dorothea Linquist.", 0.74, "my name is dorothy lucas", 0.2, "My name is Dorothea Linquist."],
  ["No, my name is Grace Wanderu.", 0.95, "no my name is grace wanjiru", 0.6, "No, my name is Grace Wanjiru."],
  ["My name is Kip Choo Drono, and I am late.", 0.66, "kipchoge cherono", 0.58, "My name is Kipchoge Cherono, and I am late."],
  [
    "My name is Grace Lambuey, my number is 0722 123 456",
    0.8,
    "grace wambui",
    0.5,
    "My name is Grace Wambui, my number is 0722 123 456",
  ],
  ["What is the interest rate?", 0.5, "wanjiru kamau", 0.9, "What is the interest rate?"],
  ["Joseph Mirror.", 0.54, "joseph leila", 0.05, "Joseph Mirror."],
])("of the names in %j (%d) and %j (%d) it is %j", (...[neural, sure, guided, confidence, text]) => {
  const expected: readonly Expected[] = neural.startsWith("No")
    ? [{ kind: "yes-no", corrections: [{ kind: "name" }] }]
    : [{ kind: "name" }];
  expect(fused({ text: neural, confidence: sure }, { text: guided, confidence }, expected).text).toBe(text);
});

test("that both heard the no makes a name that nobody here has no surer", () => {
  const expected: readonly Expected[] = [{ kind: "yes-no", corrections: [{ kind: "name" }] }];
  const said = { text: "No, my name is Aitlicanay.", confidence: 0.9 };
  expect(fused(said, { text: "no", confidence: 0.9 }, expected).confidence).toBe(0.8);
  expect(fused({ ...said, text: "No, my name is Grace." }, { text: "no", confidence: 0.9 }, expected).confidence).toBe(0.95);
});

test("a name that was taken back is not put together again", () => {
  const words = { text: "It's Grace Lambuey", confidence: 0.6 };
  expect(fused(words, { text: "grace wambui", confidence: 0.5 }, [{ kind: "name", not: ["Grace Wambui"] }])).toEqual(words);
});

test("words that their own recogniser doubts give way to an answer that the guided one is surer of", () => {
  const lieutenant = { text: "Who's the lieutenant of mourning?", confidence: 0.52, words: [{ text: "Who's", confidence: 0.5 }] };
  const guided = { text: "tuesday at ten in the morning", confidence: 0.24 };
  expect(fused(lieutenant, guided, DATE)).toEqual(guided);
  expect(fused({ ...lieutenant, confidence: 0.9 }, guided, DATE).text).toBe(lieutenant.text);
  const name: readonly Expected[] = [{ kind: "name" }, { kind: "anything" }];
  const press = { text: "Press 1 to go.", confidence: 0.42 };
  expect(fused(press, { text: "grace wanjiku", confidence: 0.9 }, name).text).toBe("my name is Grace Wanjiku");
  expect(fused(press, { text: "grace wanjiku", confidence: 0.5 }, name)).toEqual(press);
  // No word's judgement outlives the other one's doubt.
  expect(
    fused({ ...press, text: "2-10 in the morning", words: [] }, { text: "today at ten in the morning", confidence: 0.2 }, DATE),
  ).toEqual({
    text: "2-10 in the morning",
    confidence: 0.42,
  });
});

describe("two recognisers on one voice", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  class Scripted implements Recogniser {
    readonly name: string;
    listener: RecogniserListener | undefined;
    readonly told: string[] = [];

    constructor(name: string) {
      this.name = name;
    }

    listen(_options: unknown, listener: RecogniserListener): Listening {
      this.listener = listener;
      const tell = (what: string) => (id?: unknown) => void this.told.push(`${what} ${typeof id === "number" ? id : ""}`.trim());
      return {
        hear: tell("hear"),
        begin: tell("begin"),
        pause: tell("pause"),
        resume: tell("resume"),
        end: tell("end"),
        expect: tell("expect"),
        close: tell("close"),
      };
    }
  }

  function opened() {
    const [neural, guided] = [new Scripted("whisper"), new Scripted("sphinx")];
    const settled: string[] = [];
    const failed: string[] = [];
    const listening = hearTwice(neural, guided).listen(
      { language: "en", keywords: [] },
      {
        partial() {},
        settled: (id, pause, { text }: Words) => settled.push(`${id}.${pause} ${text}`),
        failed: ({ message }) => failed.push(message),
      },
    );
    return { neural, guided, settled, failed, listening };
  }

  test("the guided one is asked only where a question asks for what its grammar knows", () => {
    const { neural, guided, settled, listening } = opened();
    listening.begin(1);
    listening.hear(new Int16Array(320));
    listening.pause(1, 0);
    neural.listener?.settled(1, 0, { text: "I have a question" });
    expect(settled).toEqual(["1.0 I have a question"]);
    expect(guided.told).toEqual([]);
    listening.end(1);
    listening.expect(DATE);
    listening.begin(2);
    listening.pause(2, 0);
    expect(guided.told).toEqual(["expect", "begin 2", "pause 2"]);
  });

  test("whoever comes first, the words are told once, and the guided one is not waited for for long", () => {
    const { neural, guided, settled, listening } = opened();
    listening.expect(DATE);
    listening.begin(1);
    listening.pause(1, 0);
    guided.listener?.settled(1, 0, { text: "two o'clock", confidence: 0.9 });
    neural.listener?.settled(1, 0, { text: "to the lock" });
    vi.advanceTimersByTime(1_000);
    expect(settled).toEqual(["1.0 two o'clock"]);
    listening.resume(1);
    listening.pause(1, 1);
    neural.listener?.settled(1, 1, { text: "on Friday" });
    vi.advanceTimersByTime(299);
    expect(settled).toHaveLength(1);
    vi.advanceTimersByTime(1);
    guided.listener?.settled(1, 1, { text: "late", confidence: 1 });
    expect(settled).toEqual(["1.0 two o'clock", "1.1 on Friday"]);
  });

  test("where the neural one is late itself, the guided one is waited for no longer than from the pause on", () => {
    const { neural, settled, listening } = opened();
    listening.expect([{ kind: "name", spelled: true }]);
    listening.begin(1);
    listening.pause(1, 0);
    vi.advanceTimersByTime(1_900);
    neural.listener?.settled(1, 0, { text: "Brian B R I D H A", confidence: 0.9 });
    vi.advanceTimersByTime(299);
    expect(settled).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(settled).toEqual(["1.0 Brian B R I D H A"]);
  });

  test("of a name that is spelled the guided one is waited for longer, where the letters are nobody's name", () => {
    const { neural, guided, settled, listening } = opened();
    listening.expect([{ kind: "name", spelled: true }]);
    listening.begin(1);
    listening.pause(1, 0);
    expect(guided.told).toEqual(["expect", "begin 1", "pause 1"]);
    neural.listener?.settled(1, 0, { text: "Brian B R I D H A" });
    vi.advanceTimersByTime(1_400);
    guided.listener?.settled(1, 0, { text: "brian b r i a n", confidence: 0.6 });
    expect(settled).toEqual(["1.0 my name is Brian b r i a n"]);
    listening.resume(1);
    listening.pause(1, 1);
    neural.listener?.settled(1, 1, { text: "Brian B R I A N" });
    vi.advanceTimersByTime(300);
    expect(settled.at(-1)).toBe("1.1 Brian B R I A N");
    const [kidney, question] = ["After the rest of it, you are a kidney.", "How much is it to see a doctor?"];
    for (const [pause, text, waitedMs] of [
      [2, kidney, 2_000],
      [3, question, 300],
    ] as const) {
      listening.resume(1);
      listening.pause(1, pause);
      neural.listener?.settled(1, pause, { text });
      vi.advanceTimersByTime(waitedMs - 1);
      expect(settled.at(-1)).not.toContain(text);
      vi.advanceTimersByTime(1);
      expect(settled.at(-1)).toContain(text);
    }
  });

  test("what comes after the speaker went on, or after the end, is not told", () => {
    const { neural, guided, settled, listening } = opened();
    listening.expect(DATE);
    listening.begin(1);
    listening.pause(1, 0);
    neural.listener?.settled(1, 0, { text: "on Friday" });
    listening.resume(1);
    vi.advanceTimersByTime(1_000);
    guided.listener?.settled(1, 0, { text: "on friday", confidence: 1 });
    listening.close();
    neural.listener?.settled(1, 1, { text: "late" });
    vi.advanceTimersByTime(1_000);
    expect(settled).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a guided one that fails is not missed; a neural one that fails is told", () => {
    const { neural, guided, settled, failed, listening } = opened();
    listening.expect(DATE);
    listening.begin(1);
    listening.pause(1, 0);
    neural.listener?.settled(1, 0, { text: "on Friday" });
    guided.listener?.failed({ code: "unavailable", message: "gone" }, 1);
    expect(settled).toEqual(["1.0 on Friday"]);
    listening.begin(2);
    listening.pause(2, 0);
    neural.listener?.failed({ code: "unavailable", message: "the host ended" }, 2);
    vi.advanceTimersByTime(1_000);
    expect(failed).toEqual(["the host ended"]);
    expect(guided.told.filter((one) => one === "begin 2")).toEqual([]);
  });
});
