import { expect, test } from "vitest";
import { spelledName } from "./spelled.ts";

const UNSURE = { confidence: 0.3, not: [] };

test.each([
  ["M A R Y", ["mary"]],
  ["Mary M A R Y, Smith S M I T H", ["mary", "smith"]],
  ["Mary Smith, M A R Y S M I T H", ["mary", "smith"]],
  ["M A R Y S M I T H", ["mary", "smith"]],
  ["M for mother, A, R, Y", ["mary"]],
  ["Fatuma F A T U M A, Ali A L I", ["fatuma", "ali"]],
  ["J E A N P I E R R E M U K E N D I", ["jean", "pierre", "mukendi"]],
  ["Fred F R E D, Amaba A M A B A", ["fred", "amaba"]],
  ["Z O L T A N", ["zoltan"]],
])("%s is the name that is spelled", (text, parts) => {
  expect(spelledName(text, { confidence: 1, not: [] })).toEqual({ parts, sure: true });
});

test("letters that sound alike are weighed by the names that callers have, where they were not heard surely", () => {
  expect(spelledName("n t o v i v z e", UNSURE)).toEqual({ parts: ["ngozi", "eze"], sure: false });
  expect(spelledName("w a n j i k u k a a m a u", UNSURE)).toEqual({ parts: ["wanjiku", "kamau"], sure: false });
});

test("of a name that is said and spelled more letters may be misheard", () => {
  expect(spelledName("brian b r i n m ouma o u m n", UNSURE)).toEqual({ parts: ["brian", "ouma"], sure: false });
  expect(spelledName("edna w q x o k l", UNSURE)?.parts).not.toEqual(["edna"]);
});

test("letters that a recogniser joined are letters, an abbreviation alone is none", () => {
  expect(spelledName("Amina, AMI, NA, Person, H-A, SSA, N.", UNSURE)?.parts).toEqual(["amina", "hassan"]);
  expect(spelledName("I have an NHIF card", UNSURE)).toBeUndefined();
});

test("runs of letters that came together are two names, and a letter that was heard twice is one", () => {
  const heard = "Jeanne J for John, E for Egg, E for Egg, A for Apple, N for Nancy, Pierre, P I E R R E M U K E N D I";
  expect(spelledName(heard, { confidence: 0.8, not: [] })?.parts).toEqual(["jean", "pierre", "mukendi"]);
  // Typed, it is what was typed.
  expect(spelledName("Jeean J E E A N, Mukendi M U K E N D I", { confidence: 1, not: [] })?.parts).toEqual(["jeean", "mukendi"]);
});

test("a name that nobody here has is taken as it is spelled: heard clearly, far from every other, or once more after a guess", () => {
  expect(spelledName("m a r y a", { confidence: 0.95, not: [] })).toEqual({ parts: ["marya"], sure: true });
  expect(spelledName("z o l t a n", UNSURE)).toEqual({ parts: ["zoltan"], sure: true });
  expect(spelledName("m a r y a", UNSURE)).toEqual({ parts: ["maria"], sure: false });
  expect(spelledName("m a r y a", { confidence: 0.3, not: ["Maria"] })).toEqual({ parts: ["marya"], sure: true });
});

test("letters that were said with words are what they are, but for one or two of a name that is hardly another", () => {
  const worded = (letters: string): string => [...letters].map((letter) => `${letter} for ${letter}xx`).join(" ");
  expect(spelledName(worded("marya"), { confidence: 0.6, not: [] })).toEqual({ parts: ["marya"], sure: true });
  expect(spelledName(worded("zoltan"), UNSURE)).toEqual({ parts: ["zoltan"], sure: true });
  const heard = `opiyo ${worded("opipnop")} odhiambo ${worded("odhiambo")}`;
  expect(spelledName(heard, UNSURE)).toEqual({ parts: ["otieno", "odhiambo"], sure: false });
  expect(spelledName(heard, { confidence: 0.3, not: ["Otieno Odhiambo"] })?.parts).toEqual(["opipnop", "odhiambo"]);
});

test("words are no letters, and an endless row of letters is no name", () => {
  expect(spelledName("I am a nurse", UNSURE)).toBeUndefined();
  expect(spelledName(Array.from({ length: 400 }, () => "b").join(" "), UNSURE)).toBeUndefined();
});

test("a name that was said before letters with words is meant, though some of these were lost", () => {
  const heard =
    "brian p for paul a for africa richard i for india a for apple n for nancy l for love o for orange u for umbrella m for mother a for apple";
  expect(spelledName(heard, { confidence: 0.82, not: [] })).toEqual({ parts: ["brian", "ouma"], sure: false });
  expect(spelledName(heard, { confidence: 0.82, not: ["Brian Ouma"] })?.parts).not.toEqual(["brian", "ouma"]);
});

test.each([
  [
    "Brian B. For B. R. For River. I. For India. For Apple. And for Nancy. Alma. Oh, for Orange. You for umbrella. And for Mother. For Apple.",
    ["brian", "ouma"],
  ],
  [
    "Asha, A for Apple S for Sugar, H for House, A for Apple, K like King, Oh for Orange, and for Nancy, E for Egg",
    ["asha", "kone"],
  ],
])("%s: the word tells the letter, whatever a recogniser wrote in its place", (text, parts) => {
  expect(spelledName(text, { confidence: 0.69, not: [] })).toEqual({ parts, sure: true });
});

test("of letters with words one may be lost, where the name was said before them", () => {
  const said =
    "Brian Beefa Boy are for River, I for India, I for Apple, and for Nancy Almer, I for Orange, you for Umbrella, and for Mother, I for Apple.";
  expect(spelledName(said, { confidence: 0.7, not: [] })).toEqual({ parts: ["brian", "ouma"], sure: false });
  expect(spelledName(said.replace("Brian", "Oh"), { confidence: 0.7, not: [] })).toEqual({ parts: ["rian", "ouma"], sure: true });
});

test("the very letters that were taken back are another name when they are heard again", () => {
  const said = "Halima H. A. L. L. I. I. I. M. A. Y. U. S. U. F";
  expect(spelledName(said, { confidence: 0.95, not: [] })).toEqual({ parts: ["halliiimayusuf"], sure: true });
  expect(spelledName(said, { confidence: 0.95, not: ["Halliiimayusuf"] })).toEqual({ parts: ["halima", "yusuf"], sure: false });
  const both = ["Halliiimayusuf", "Halima Yusuf"];
  expect(spelledName(said, { confidence: 0.95, not: both })?.parts).toEqual(["halliiimayusuf"]);
});
