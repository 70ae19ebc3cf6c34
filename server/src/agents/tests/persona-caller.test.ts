import { AgentTestDraft, LANGUAGES, TestPersona } from "@ongea/contract";
import { expect, test } from "vitest";
import { createPersonaCaller } from "./persona-caller.ts";
import { CALLER_WORDS } from "./persona-words.ts";
import { FACT_WORDS } from "./fact-words.ts";

const MARY = {
  wants: ["I would like to see the doctor", "An appointment, please", "I am ill"],
  facts: [
    { fact: "name", says: "Mary Smith" },
    { fact: "phone", says: "0712 345 678" },
    { fact: "insurance, insured", says: "Jubilee" },
  ],
};

function caller(persona: object = {}, rest: Partial<AgentTestDraft> = {}) {
  return createPersonaCaller(TestPersona.parse({ ...MARY, ...persona }), { lines: [], answers: [], ...rest });
}

test("a caller says what they want, answers from their facts, agrees and says goodbye", () => {
  const { next } = caller();
  expect(
    [
      "Hello, this is Imani Clinic. How can I help you?",
      "Thank you. What is your name?",
      "Thank you, Mary Smith. And your phone number?",
      "Are you insured?",
      "That is Tuesday at ten, for Mary Smith, phone number plus 2 5 4 7 1 2 3 4 5 6 7 8. Is that correct?",
      "You are booked. Is there anything else I can help you with?",
      "Thank you for calling. Goodbye.",
    ].map(next),
  ).toEqual([
    "I would like to see the doctor",
    "Mary Smith",
    "0712 345 678",
    "Jubilee",
    "Yes, that is correct.",
    "No, thank you. Goodbye.",
    undefined,
  ]);
});

test("a number that is read back wrong is refused, and said again", () => {
  const { next } = caller();
  next("Hello?");
  next("What is your phone number?");
  expect(next("I heard 0 7 1 2, 3 4 5, 6 7 9. Is that right?")).toBe("No. 0712 345 678");
  expect(next("I heard 0 7 1 2, 3 4 5, 6 7 8. Is that right?")).toBe("Yes, that is correct.");
  expect(next("On 2026-12-01 at 10:00, for 1,200 shillings. Is that correct?")).toBe("Yes, that is correct.");
});

test.each([0, 1, 3])("a caller of patience %i rephrases so often, then hangs up", (patience) => {
  const one = caller({ patience });
  expect(one.next("Hello?")).toBe(MARY.wants[0]);
  const said = Array.from({ length: patience }, () => one.next("I am sorry, I did not understand."));
  expect(said).toEqual(["An appointment, please", "I am ill", "I am ill"].slice(0, patience));
  expect(one.lostPatience).toBe(false);
  expect(one.next("I am sorry, I did not understand.")).toBeUndefined();
  expect(one.lostPatience).toBe(true);
  expect(one.next("What is your name?")).toBeUndefined();
});

test("who is asked the same for ever, also by turns, hangs up; progress gives patience back", () => {
  const one = caller({ patience: 2 });
  const ask = (what: string) => one.next(`What is your ${what}?`);
  one.next("Hello?");
  expect([ask("name"), ask("phone"), ask("name"), ask("insurance"), ask("phone"), ask("name"), ask("phone")]).toEqual([
    "Mary Smith",
    "0712 345 678",
    "Mary Smith",
    "Jubilee",
    "0712 345 678",
    "Mary Smith",
    undefined,
  ]);
  const other = caller({ patience: 1 });
  other.next("Hello?");
  expect(Array.from({ length: 3 }, () => other.next("Shall I go on?"))).toEqual([
    "Yes, that is correct.",
    "Yes, that is correct.",
    undefined,
  ]);
});

test("lines are said where nothing is asked for, and own answers come before facts", () => {
  const { next } = caller({}, { lines: ["What does it cost?"], answers: [{ asks: "name", says: "Madam Mary" }] });
  expect(["Hello?", "We are open today.", "Your name?", "Anything else?"].map(next)).toEqual([
    MARY.wants[0],
    "What does it cost?",
    "Madam Mary",
    "No, thank you. Goodbye.",
  ]);
});

test("every language has words for every fact, and none of them breaks the search", () => {
  for (const language of LANGUAGES) {
    expect(Object.values(CALLER_WORDS[language]).every(Boolean)).toBe(true);
    const facts = Object.keys(FACT_WORDS).map((fact) => ({ fact, says: fact }));
    const { next } = caller({ language, facts });
    next("?");
    expect(next("( [ * + ?")).toBe("An appointment, please");
  }
});

test.each([
  ["sw", ["Jina lako ni nani?", "Namba yako ya simu ni ipi?", "Je, ni sahihi?", "Je, kuna jambo lingine ninaloweza kukusaidia?"]],
  [
    "fr",
    ["Quel est votre nom ?", "Quel est votre numéro de téléphone ?", "Est-ce correct ?", "Puis-je faire autre chose pour vous ?"],
  ],
  ["pt", ["Qual é o seu nome?", "Qual é o seu número de telefone?", "Está certo?", "Posso ajudar em mais alguma coisa?"]],
  ["ar", ["ما اسمك من فضلك؟", "ما رقم هاتفك؟", "هل هذا صحيح؟", "هل هناك شيء آخر يمكنني مساعدتك فيه؟"]],
  ["ha", ["Menene sunanku?", "Menene lambar wayarku?", "Haka ne?", "Akwai wani abu kuma da zan taimaka muku da shi?"]],
  ["yo", ["Kí ni orúkọ yín?", "Kí ni nọ́ńbà fóònù yín?", "Ṣé ó tọ́?", "Ṣé nǹkan mìíràn wà tí mo lè bá yín ṣe?"]],
  ["am", ["ስምዎ ማን ነው?", "የስልክ ቁጥርዎ ስንት ነው?", "ትክክል ነው?", "ሌላ የምረዳዎት ነገር አለ?"]],
  [
    "zu",
    ["Ngicela igama lakho.", "Ngicela inombolo yakho yocingo.", "Ingabe kuyikho lokho?", "Ikhona enye into engingakusiza ngayo?"],
  ],
] as const)("a caller in %s knows what they are asked", (language, questions) => {
  const { next } = caller({ language });
  next("?");
  const { yes, done } = CALLER_WORDS[language];
  expect(questions.map(next)).toEqual(["Mary Smith", "0712 345 678", yes, done]);
});
