/** Sentences from which a recogniser learns how free speech goes now: samples of the agent's callers, and how days, times, names and numbers are said. */
import { englishText } from "../spoken-text/english.ts";
import { FAMILY_NAMES, FIRST_NAMES } from "./names.ts";

const DIGITS = "zero one two three four five six seven eight nine".split(" ");
const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const HOURS = [...DIGITS.slice(1), ...TEENS.slice(0, 3)];
const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const MONTHS = "january february march april may june july august september october november december".split(" ");
const ORDINALS = (
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth " +
  "nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)
  .split(" ")
  .map((word) => word.replace("-", " "));
const CARDINALS = [
  ...DIGITS.slice(1),
  ...TEENS,
  "twenty",
  ...DIGITS.slice(1).map((one) => `twenty ${one}`),
  "thirty",
  "thirty one",
];

const DAYS: readonly string[] = [
  "tomorrow",
  "today",
  "the day after tomorrow",
  "tomorrow morning",
  "tomorrow afternoon",
  "next week",
  "this week",
  "this afternoon",
  ...WEEKDAYS.flatMap((day) => [
    day,
    `on ${day}`,
    `on ${day}`,
    `next ${day}`,
    `this ${day}`,
    `this coming ${day}`,
    `${day} morning`,
    `${day} afternoon`,
  ]),
  ...MONTHS.flatMap((month) => [
    ...ORDINALS.flatMap((day) => [
      `the ${day} of ${month}`,
      `${month} ${day}`,
      `${month} the ${day}`,
      `on the ${day} of ${month}`,
    ]),
    ...CARDINALS.map((day) => `${month} ${day}`),
  ]),
];
const HALVES = ["am", "pm", "in the morning", "in the afternoon", "in the evening", "o'clock"];
const TIMES: readonly string[] = HOURS.flatMap((hour) => [
  ...HALVES.map((half) => `${hour} ${half}`),
  ...["thirty", "fifteen", "forty five"].flatMap((minute) => [
    `${hour} ${minute}`,
    `${hour} ${minute} am`,
    `${hour} ${minute} pm`,
  ]),
  `half past ${hour}`,
  `half past ${hour} in the morning`,
  `half past ${hour} in the afternoon`,
  `quarter past ${hour}`,
  `quarter to ${hour}`,
]);
const NUMBERS: readonly string[] = [
  ...CARDINALS,
  ...TENS,
  ...DIGITS.slice(1).flatMap((one) => [`${one} hundred`, `${one} thousand`, `${one} hundred thousand`]),
];
const SLOTS: Readonly<Record<string, readonly string[]>> = {
  date: DAYS,
  time: TIMES,
  number: NUMBERS,
  name: [...FIRST_NAMES, ...FAMILY_NAMES],
};
/** What callers say to any question. */
const ANYWHERE: readonly string[] = [
  "yes",
  "yes please",
  "yes that's right",
  "yes that is correct",
  "correct",
  "that is correct",
  "that's correct",
  "right",
  "yeah",
  "yeah that's fine",
  "sure",
  "okay",
  "no",
  "no",
  "no thank you",
  "no thanks",
  "no that's all",
  "that's all",
  "that's all thank you",
  "nothing else",
  "goodbye",
  "bye",
  "thank you",
  "no that's wrong",
  "no that is not correct",
  "the day is wrong",
  "the time is wrong",
  "the name is wrong",
  "the number is wrong",
  "i changed my mind",
  "sorry i changed my mind",
  "say that again please",
  "can you repeat that",
  "hello",
  "one moment please",
  "just a moment",
  "i want to speak to a person",
  "my name is {name}",
  "it's {name}",
  "this is {name}",
  "no my name is {name}",
  "the name is {name}",
  "no the name is {name}",
  "i am {name}",
  "{name}",
  "no make it {time}",
  "make it {time}",
  "no {date}",
  "no on {date}",
  "no the {date}",
  "{date} no sorry {date}",
  "{time} no sorry {time}",
  "at {time}",
  "{date} at {time}",
  "no my number is",
  "no the phone number is",
  "my phone number is",
  "my number is",
  "um {date}",
  "um {time}",
  "well {time}",
  "{number} people",
  "{date} please",
];
/** Each of these sentences, so many times, with other days and names in it. */
const TIMES_EACH = 3;
const TIMES_ANYWHERE = 12;
const MOST_WORDS = 40;

/** `samples` may have `{date}`, `{time}`, `{name}`, `{number}`, `{code}` in them. Lower-case words of letters and apostrophes. */
export function spokenSamples(samples: readonly string[]): string[] {
  let next = 0;
  const fill = (sample: string): string =>
    sample.replace(/\{(\w+)\}/g, (_all, slot: string) => {
      next += 7;
      const values = SLOTS[slot];
      return values ? (values[(next * 31) % values.length] ?? "") : slot === "code" ? codeAt(next) : "";
    });
  const many = (some: readonly string[], times: number): string[] =>
    some.flatMap((sample) => Array.from({ length: sample.includes("{") ? times : 1 }, () => fill(sample)));
  const anywhere = [...many(ANYWHERE, TIMES_ANYWHERE), ...DAYS, ...TIMES, ...NUMBERS];
  const names = (SLOTS["name"] ?? []).map((name) => `my name is ${name}`);
  return [...many(samples.map(plainSample), TIMES_EACH), ...anywhere, ...names, ...runs()].filter(
    (sample) => sample !== "" && sample.split(" ").length <= MOST_WORDS,
  );
}

/** Numbers in words, without signs; what stands in braces is kept. */
function plainSample(sample: string): string {
  return sample
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith("{") ? part : plainEnglish(part)))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

function plainEnglish(text: string): string {
  return (/\d/.test(text) ? englishText(text, "en") : text)
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z' ]+/g, " ")
    .replace(/(^|\s)'+|'+(?=\s|$)/g, " ");
}

function codeAt(at: number): string {
  const letters = at % 2 === 0 ? `${LETTERS[at % 26]} ${LETTERS[(at * 5) % 26]} ` : "";
  return letters + digitsAt(at, 5 + (at % 2));
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

function digitsAt(at: number, count: number): string {
  return Array.from({ length: count }, (_, place) => DIGITS[(at * 3 + place * place * 7 + place) % 10] ?? "").join(" ");
}

/** Any digit and letter may follow any other. */
function runs(): string[] {
  const pairs = [...LETTERS].flatMap((letter, at) =>
    [1, 9, 17].map((step) => `the number is ${letter} ${LETTERS[(at * step + step) % 26]} ${digitsAt(at * step, 6)}`),
  );
  const single = [...LETTERS].map((letter, at) => `number ${letter} ${digitsAt(at * 5, 5)}`);
  return [
    ...pairs,
    ...single,
    ...Array.from({ length: 60 }, (_, at) => digitsAt(at * 11 + 1, 10)),
    ...Array.from({ length: 40 }, (_, at) => codeAt(at * 13)),
  ];
}
