import { CheckRuleDraft } from "@ongea/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkThread, type CheckedPart } from "./check-thread.ts";

const rule = (kind: string, more: object = {}): CheckRuleDraft => CheckRuleDraft.parse({ name: "A rule", kind, ...more });

const AUTHORS = { ">": "contact", "#": "person" } as const;

const answers = (...texts: string[]) => texts.map((text) => ({ text, begins: false }));

/** A message a line, its id being its place: `> ` is the contact's, `# ` of a person of the team. */
function part(lines: readonly string[], more: Partial<CheckedPart> = {}): CheckedPart {
  const messages = lines.map((line, place) => {
    const mark = line.startsWith("> ") ? ">" : line.startsWith("# ") ? "#" : undefined;
    const author = mark ? AUTHORS[mark] : ("agent" as const);
    return { id: String(place), author, text: mark ? line.slice(2) : line, begins: false, isOutsideHours: undefined };
  });
  return { direction: "inbound", agentId: null, country: "KE", earlier: [], messages, isListed: false, ...more };
}

test("a phrase is looked for in what the agent wrote, and what stands in the thread still counts", () => {
  const named = rule("says", { phrases: ["amani sacco"] });
  expect(checkThread(named, part(["> Hi", "This is Amani Sacco."]))).toEqual({ passed: true, messageId: "1" });
  expect(checkThread(named, part(["> Amani Sacco?", "Yes."]))).toEqual({ passed: false, messageId: null });
  expect(checkThread(named, part(["> Hi", "# This is Amani Sacco.", "Hello."]))?.passed).toBe(false);
  expect(checkThread(named, part(["> Again", "Hello."], { earlier: answers("Amani Sacco here.") }))?.passed).toBe(true);
  const soon = rule("says", { phrases: ["amani sacco"], within_seconds: 20 });
  expect(checkThread(soon, part(["> Hi", "Hello.", "Amani Sacco."]))?.passed).toBe(false);
  expect(checkThread(soon, part(["> Hi", "Hello."], { earlier: answers("Amani Sacco.", "Bye.") }))?.passed).toBe(true);
  expect(checkThread(soon, part(["> Hi", "Amani Sacco."], { earlier: answers("Hello.") }))?.passed).toBe(false);
});

test("the agent says in its first message that it is no person", () => {
  const ai = rule("discloses_ai");
  expect(checkThread(ai, part(["> Hi", "I am the virtual assistant of the clinic."]))).toEqual({ passed: true, messageId: "1" });
  expect(checkThread(ai, part(["> Hi", "Hello.", "I am a virtual assistant."]))?.passed).toBe(false);
  // What the organisation began with is no answer: a reminder alone says nothing of who writes.
  const begun = { id: "b", author: "agent" as const, text: "Your parcel is here.", begins: true, isOutsideHours: false };
  const { messages, ...rest } = part(["> Who is this?", "A virtual assistant."]);
  expect(checkThread(ai, { ...rest, messages: [begun] })).toBeUndefined();
  expect(checkThread(ai, { ...rest, messages: [begun, ...messages] })).toEqual({ passed: true, messageId: "1" });
  expect(checkThread(ai, { ...rest, messages, earlier: [begun, ...answers("Hello.")] })?.passed).toBe(false);
  expect(checkThread(ai, part(["> Habari", "Mimi ni msaidizi wa kompyuta."]))?.passed).toBe(true);
});

test("phrases that are never written, and secrets that nobody is asked for, name the message", () => {
  const never = rule("never_says", { phrases: ["guarant*"] });
  expect(checkThread(never, part(["> Is it guaranteed?", "No.", "Well, it is guaranteed."]))).toEqual({
    passed: false,
    messageId: "2",
  });
  // What was found before is not found again.
  expect(checkThread(never, part(["> Hi", "Hello."], { earlier: answers("It is guaranteed.") }))?.passed).toBe(true);
  const secrets = rule("asks_no_secrets");
  expect(checkThread(secrets, part(["> Pay", "Hello. What is your PIN?"]))).toEqual({ passed: false, messageId: "1" });
  expect(checkThread(secrets, part(["> Pay", "Never tell anybody your PIN."]))?.passed).toBe(true);
});

test("hours hold for messages that we begin with, and for no answers", () => {
  const hours = rule("keeps_hours");
  const begun = (isOutsideHours: boolean | undefined) => {
    const { messages, ...rest } = part(["Your parcel is here."]);
    return { ...rest, messages: messages.map((one) => ({ ...one, isOutsideHours })) };
  };
  expect(checkThread(hours, begun(true))).toEqual({ passed: false, messageId: "0" });
  expect(checkThread(hours, begun(false))).toEqual({ passed: true, messageId: null });
  expect(checkThread(hours, begun(undefined))).toBeUndefined();
});

test("who wants no more messages is on the list, has taken it back, or was written nothing since", () => {
  const honours = rule("honours_opt_out");
  const stopped = ["Hello.", "> STOP", "One more offer!"];
  expect(checkThread(honours, part(stopped))).toEqual({ passed: false, messageId: "1" });
  expect(checkThread(honours, part(stopped, { isListed: true }))?.passed).toBe(true);
  expect(checkThread(honours, part(["Hello.", "> STOP", "# Of course."]))?.passed).toBe(true);
  expect(checkThread(honours, part([...stopped, "> START"]))?.passed).toBe(true);
  expect(checkThread(honours, part(["> Please do not call me again.", "Shall I take you off?", "> No."]))?.passed).toBe(true);
  expect(checkThread(honours, part(["Hello.", "> Thanks"]))).toBeUndefined();
  // Nobody is written to first in a chat of a web page.
  expect(checkThread(honours, part(stopped, { isListed: undefined }))).toBeUndefined();
});

test("a rule concerns its own threads only", () => {
  const never = (more: object) => rule("never_says", { phrases: ["free"], ...more });
  const free = part(["> Hi", "It is free."]);
  expect(checkThread(never({}), free)?.passed).toBe(false);
  expect(checkThread(never({ applies_to: "threads" }), free)?.passed).toBe(false);
  expect(checkThread(never({ applies_to: "calls" }), free)).toBeUndefined();
  expect(checkThread(never({ direction: "outbound" }), free)).toBeUndefined();
  expect(checkThread(never({ countries: ["TZ"] }), free)).toBeUndefined();
  expect(checkThread(never({}), part(["> Hi", "# It is free."]))).toBeUndefined();
  expect(checkThread(rule("announces_recording"), free)).toBeUndefined();
  expect(CheckRuleDraft.safeParse({ name: "x", kind: "announces_recording", applies_to: "threads" }).success).toBe(false);
});

test("whatever is written, a check ends with a message of the part or none", () => {
  const kinds = ["discloses_ai", "asks_no_secrets", "honours_opt_out", "keeps_hours"] as const;
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 60 }), { maxLength: 12 }),
      fc.constantFrom(...kinds),
      (lines, kind) => {
        const of = part(lines);
        const id = checkThread(rule(kind), of)?.messageId;
        return id === undefined || id === null || of.messages.some((message) => message.id === id);
      },
    ),
  );
});
