import { CheckRuleDraft, type Entry } from "@ongea/contract";
import { OPT_OUT_TOOL } from "@ongea/conversation";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkCall, type Checked } from "./check-call.ts";
import { readCall, type CheckedCall } from "./read-call.ts";

const rule = (kind: string, more: object = {}): CheckRuleDraft => CheckRuleDraft.parse({ name: "A rule", kind, ...more });

/** A turn a line, ten seconds each: `> ` is the caller's. */
function call(lines: readonly string[], more: Partial<CheckedCall> = {}): CheckedCall {
  const entries = lines.map((line, i): Entry => ({
    kind: "turn",
    by: line.startsWith("> ") ? "caller" : "assistant",
    index: i,
    text: line.replace(/^> /, ""),
    startMs: i * 10_000,
    endMs: i * 10_000 + 8_000,
    loudness: [],
  }));
  return {
    direction: "outbound",
    agentId: null,
    number: "+254712000001",
    country: "KE",
    isRecorded: false,
    isOutsideHours: false,
    entries,
    ...more,
  };
}

const check = (draft: CheckRuleDraft, of: CheckedCall): Checked | undefined => checkCall(draft, readCall(of));
const passed = (draft: CheckRuleDraft, of: CheckedCall): boolean | undefined => check(draft, of)?.passed;

test("a phrase is whole words, whatever its case and accents, and a star stands for any ending", () => {
  const says = (phrase: string) => rule("says", { phrases: [phrase] });
  expect(passed(says("café amani"), call(["Karibu CAFE Amani."]))).toBe(true);
  expect(passed(says("loan"), call(["We talk of loans."]))).toBe(false);
  expect(passed(says("loan*"), call(["We talk of loans."]))).toBe(true);
  expect(passed(says("ስልክ"), call(["የእኛ ስልክ ነው።"]))).toBe(true);
  // What the caller says is not what the agent says.
  expect(passed(says("amani"), call(["Hello.", "> Is that Amani?"]))).toBe(false);
  expect(passed(says("amani"), call(["> Hello?"]))).toBeUndefined();
});

test("a phrase that is due soon counts from the moment within the turn at which it is said", () => {
  const late = "Good morning, this is about a thing that takes very long to say, and it is from Amani";
  const within = (seconds: number) => rule("says", { phrases: ["amani"], within_seconds: seconds });
  expect(check(within(8), call([late]))).toEqual({ passed: true, atMs: expect.any(Number) });
  expect(passed(within(5), call([late]))).toBe(false);
});

test("what may never be said fails where it is said first", () => {
  const never = rule("never_says", { phrases: ["guarant*", "risk free"] });
  expect(check(never, call(["Hello.", "> Is it safe?", "It is guaranteed."]))).toMatchObject({ passed: false });
  expect(check(never, call(["Hello.", "> Is it safe?", "It is guaranteed."]))?.atMs).toBeGreaterThan(20_000);
  expect(check(never, call(["Hello.", "> Is it guaranteed?", "No."]))).toEqual({ passed: true, atMs: null });
});

test.each([
  "Hello, I am the automated assistant of Amani.",
  "Habari, mimi ni msaidizi wa kompyuta wa Amani.",
  "Bonjour, je suis l'assistante virtuelle de la banque.",
  "Olá, sou o assistente virtual do banco.",
  "مرحبا، أنا مساعد آلي من البنك.",
  "Sannu, ni mataimakin kwamfuta ne na banki.",
  "Ẹ káàbọ̀, ẹ̀rọ kọ̀mpútà ni mí.",
  "ሰላም፣ እኔ የኮምፒውተር ረዳት ነኝ።",
  "Sawubona, ngingumsizi wekhompyutha, angiyena umuntu.",
])("an agent that says it is no person has disclosed it: %s", (line) => {
  expect(passed(rule("discloses_ai"), call([line]))).toBe(true);
  // After half a minute it is no beginning any more.
  expect(passed(rule("discloses_ai"), call(["Hello.", "> Hello.", "So.", "> So?", line]))).toBe(false);
});

test("an agent that sounds like a person has not disclosed it, unless in the rule's own words", () => {
  const line = "Hello, this is Zawadi from Amani.";
  expect(passed(rule("discloses_ai"), call([line]))).toBe(false);
  expect(passed(rule("discloses_ai", { phrases: ["zawadi from amani"] }), call([line]))).toBe(true);
});

test.each([
  ["Please tell me your PIN.", true],
  ["What is your M-Pesa PIN?", true],
  ["Nipe namba yako ya siri tafadhali.", true],
  ["Quel est votre mot de passe ?", true],
  ["Digite a sua senha no teclado.", true],
  ["ما هو الرقم السري؟", true],
  ["የይለፍ ቃልዎን ይንገሩኝ።", true],
  ["Never tell anybody your PIN.", false],
  ["We will not ask for your password.", false],
  ["Usimwambie mtu PIN yako.", false],
  ["Ne donnez jamais votre code secret.", false],
  ["Nunca diga a sua senha.", false],
  ["You get a prompt: enter your PIN on your phone.", false],
  ["Your one-time code is on its way.", false],
  ["May I have your name?", false],
])("a secret is asked for: %s %s", (line, asks) => {
  expect(passed(rule("asks_no_secrets"), call(["Hello.", line]))).toBe(!asks);
});

test("who is recorded was told before; a call without a recording is not concerned", () => {
  const told: Entry = { kind: "recording", atMs: 900, how: "announced", text: "This call is recorded." };
  const recorded = call(["Hello."], { isRecorded: true });
  expect(passed(rule("announces_recording"), recorded)).toBe(false);
  expect(passed(rule("announces_recording"), { ...recorded, entries: [told, ...recorded.entries] })).toBe(true);
  expect(passed(rule("announces_recording"), call(["Hello."]))).toBeUndefined();
  // What is announced is said, too.
  const says = rule("says", { phrases: ["this call is recorded"] });
  expect(passed(says, { ...recorded, entries: [told, ...recorded.entries] })).toBe(true);
});

test("hours concern calls that we place where hours hold", () => {
  expect(passed(rule("keeps_hours"), call(["Hello."], { isOutsideHours: true }))).toBe(false);
  expect(passed(rule("keeps_hours"), call(["Hello."]))).toBe(true);
  expect(passed(rule("keeps_hours"), call(["Hello."], { isOutsideHours: undefined }))).toBeUndefined();
  expect(passed(rule("keeps_hours"), call(["Hello."], { direction: "inbound", isOutsideHours: true }))).toBeUndefined();
});

test("who asks not to be called again is on the list, has taken it back, or has hung up with it", () => {
  const draft = rule("honours_opt_out");
  const record: Entry = { kind: "tool", name: OPT_OUT_TOOL, arguments: "{}", result: "recorded", ok: true, startMs: 1, endMs: 2 };
  const asked = ["Hello.", "> Don't call me again."];
  const on = [...asked, "Shall I put you on the list?", "> What about my loan?", "It is due."];
  expect(passed(draft, call(on))).toBe(false);
  expect(passed(draft, call(asked))).toBe(true);
  expect(passed(draft, call([...asked, "Shall I put you on the list?", "> no", "All right."]))).toBe(true);
  const honoured = call([...asked, "Shall I?", "> yes", "Done."]);
  expect(passed(draft, { ...honoured, entries: [...honoured.entries, record] })).toBe(true);
  expect(passed(draft, call(on, { number: undefined }))).toBeUndefined();
  expect(passed(draft, call(["Hello.", "> Call me tomorrow."]))).toBeUndefined();
});

test("a rule concerns its agents, countries and direction alone", () => {
  const agent = "6f0f7a8e-1d0f-4c53-8f5f-1f0c5b1b4a11";
  const says = (more: object) => rule("says", { phrases: ["amani"], ...more });
  const here = call(["Amani."], { agentId: agent });
  expect(passed(says({ agent_ids: [agent] }), here)).toBe(true);
  expect(passed(says({ agent_ids: [agent] }), call(["Amani."]))).toBeUndefined();
  expect(passed(says({ countries: ["KE", "TZ"] }), here)).toBe(true);
  expect(passed(says({ countries: ["TZ"] }), here)).toBeUndefined();
  expect(passed(says({ countries: ["KE"] }), { ...here, country: undefined })).toBeUndefined();
  expect(passed(says({ direction: "inbound" }), here)).toBeUndefined();
});

test("a rule without phrases that needs some, or with fields that are not known, is refused", () => {
  expect(CheckRuleDraft.safeParse({ name: "x", kind: "never_says" }).success).toBe(false);
  expect(CheckRuleDraft.safeParse({ name: "x", kind: "discloses_ai", regex: "(a+)+$" }).success).toBe(false);
  expect(CheckRuleDraft.safeParse({ name: "x", kind: "discloses_ai", countries: ["Kenya"] }).success).toBe(false);
});

test("whatever is said, and however the phrase looks, checking ends and says whether it was there", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 200 }), { maxLength: 8 }),
      fc.string({ minLength: 2, maxLength: 60 }),
      (lines, phrase) => {
        const parsed = CheckRuleDraft.safeParse({ name: "x", kind: "never_says", phrases: [phrase] });
        if (!parsed.success) return;
        const clean = lines.map((line) => line.replaceAll(/[\r\n]/g, " ").replace(/^> /, ""));
        const checked = check(parsed.data, call(clean.length > 0 ? clean : ["x"]));
        expect(typeof checked?.passed).toBe("boolean");
      },
    ),
  );
});
