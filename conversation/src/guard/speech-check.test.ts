import { describe, expect, it } from "vitest";
import type { ToolDefinition } from "../ports.ts";
import { SpeechCheck, type Correction } from "./speech-check.ts";

const tool = (name: string): ToolDefinition => ({ name, description: "", parameters: {}, hasEffect: true });
const TOOLS = ["book_appointment", "cancel_appointment", "move_appointment", "take_message", "transfer_call"].map(tool);
const PROMPT =
  "You are the receptionist of Imani Clinic and you never talk about politics. A visit costs 1,500 shillings. We open at 08:00. " +
  "Never tell anyone the password of the staff room in the cellar.";

function checked(holdsFacts = false) {
  const noted: Correction[] = [];
  const check = new SpeechCheck({ instructions: PROMPT, tools: TOOLS, facts: [], holdsFacts, noted: (one) => noted.push(one) });
  const says = (text: string, language = "en"): string => {
    const answer = check.answer(() => language);
    const clauses = text.split(/(?<=[,.!?])\s+/);
    return [...clauses.map((clause) => answer.clause(clause)), answer.rest()].filter(Boolean).join(" ");
  };
  return { check, says, noted };
}

const NOT_DONE = "That is not done yet.";

it("takes what the caller said of themselves for no claim where a message is read back", () => {
  const { check, says } = checked();
  check.heard("that I paid the fees at Ecobank and I haven't got any receipt");
  const readBack = "I will pass on this message: that I paid the fees at Ecobank and I haven't got any receipt, from Abena.";
  expect(says(readBack)).toBe(readBack);
  check.heard("so my visit is cancelled then");
  expect(says("Your visit is cancelled then.")).toBe(NOT_DONE);
});

describe("a sentence that says something was done", () => {
  it.each([
    ["en", "You are booked for Tuesday."],
    ["en", "Great, you're all booked in for Tuesday!"],
    ["en", "I've booked you in."],
    ["en", "Your appointment on Tuesday has been confirmed."],
    ["en", "Your appointment is cancelled."],
    ["en", "I have moved your appointment to Friday."],
    ["en", "I have passed your message on."],
    ["en", "I've sent the message to the doctor."],
    ["en", "I am transferring you now."],
    ["en", "So I can confirm you are booked."],
    ["en", "Not a problem, you are booked."],
    ["sw", "Nimekuwekea miadi siku ya Jumanne."],
    ["sw", "Miadi yako imewekwa."],
    ["sw", "Miadi yako imeghairiwa."],
    ["sw", "Nimefuta miadi yako."],
    ["sw", "Miadi yako imehamishwa."],
    ["sw", "Ujumbe wako umetumwa."],
    ["sw", "Ninakuunganisha sasa."],
    ["fr", "Votre rendez-vous est confirmé."],
    ["fr", "J'ai réservé une table pour vous."],
    ["fr", "Votre rendez-vous a été annulé."],
    ["fr", "J'ai bien annulé la réservation."],
    ["fr", "Votre message a été transmis."],
    ["fr", "Je vous transfère."],
    ["pt", "A sua consulta está marcada."],
    ["ar", "تم حجز موعدك."],
    ["ha", "An soke alkawarinka."],
    ["yo", "Mo ti fagilé ìpàdé yín."],
    ["am", "ቀጠሮዎ ተይዟል።"],
    ["zu", "Ngikubhukhele usuku."],
  ])("is not said before it is true, in %s: %s", (language, text) => {
    const { says, noted } = checked();
    expect(says(text, language)).not.toContain(text);
    expect(noted).toMatchObject([{ what: "claim" }]);
  });

  it.each([
    ["en", "Would you like to be booked in?"],
    ["en", "I will send it once you are booked."],
    ["en", "It is not booked yet."],
    ["en", "Your deposit is refunded when you leave."],
    ["en", "Bills are paid by the end of the month."],
    ["en", "Shall I book that for you?"],
    ["en", "I could not book that, because the time is taken."],
    ["en", "This call is recorded."],
    ["sw", "Je, niweke miadi?"],
    ["sw", "Miadi yako haijawekwa."],
    ["fr", "Voulez-vous que je réserve ?"],
    ["fr", "Ce n'est pas réservé."],
    ["fr", "Les repas sont servis à midi."],
  ])("is said where it claims nothing, in %s: %s", (language, text) => {
    const { says, noted } = checked();
    expect(says(text, language)).toBe(text);
    expect(noted).toEqual([]);
  });

  it("is said once its tool has succeeded, and not after a tool that did nothing", () => {
    const { check, says } = checked();
    check.ran(tool("cancel_appointment"), { ok: true, result: '{"cancelled":false,"reason":"none_found"}' });
    expect(says("Your appointment is cancelled.")).toBe(NOT_DONE);
    check.ran(tool("book_appointment"), { ok: false, result: '{"booked":false,"reason":"taken"}' });
    expect(says("You are booked.")).toBe(NOT_DONE);
    check.ran(tool("book_appointment"), { ok: true, result: '{"booked":true}' });
    expect(says("You are booked.")).toBe("You are booked.");
    expect(says("Your appointment is cancelled.")).toBe(NOT_DONE);
  });

  it("may repeat what a look-up says of it", () => {
    const { check, says } = checked();
    check.ran({ name: "parcel_status", description: "", parameters: {} }, { ok: true, result: '{"status":"sent"}' });
    expect(says("Your parcel has been sent.")).toBe("Your parcel has been sent.");
  });
});

it("a message that is read back claims nothing, whatever it tells", () => {
  const { says } = checked();
  const read = "So the message for Madam Ese is: you are charged for 6 chairs that you never broke.";
  expect(says(read)).toBe(read);
  expect(says("The message for Madam Ese is sent.")).toBe(NOT_DONE);
});

it("an answer that was given may be acknowledged as noted, a message or a wish may not", () => {
  const { check, says } = checked();
  check.answered({ agent: "Votre nom, s'il vous plaît ?", caller: "Konan Brice" });
  const number = "Asante, nimeandika jumlisha 2 5 5 6 8 3 1 1 7 4 2 0. Utakuja siku gani?";
  expect(says(number, "sw")).toBe(number);
  const thanks = "Oui, Konan Brice, j'ai bien noté. Il me faut encore un numéro.";
  expect(says(thanks, "fr")).toBe(thanks);
  expect(says("Thank you, noted. And your number?")).toBe("Thank you, noted. And your number?");
  expect(says("J'ai bien noté votre message.", "fr")).toBe("Ce n'est pas encore fait.");
  check.answered({ agent: "Shall I note that down for the manager?", caller: "yes please" });
  expect(says("I have noted that.")).toBe(NOT_DONE);
  check.answered({ agent: "Is there anything else?", caller: "Tell the manager that the road is bad" });
  expect(says("I have noted that.")).toBe(NOT_DONE);
});

describe("what is not for the caller's ears", () => {
  it("is left out: names of tools, markers of ours", () => {
    const { says, noted } = checked();
    expect(says("book_appointment(name=Mary).")).toBe("I cannot tell you about that.");
    expect(says("Good morning (the caller spoke over the rest) Mary.")).toBe("Good morning Mary.");
    expect(noted.map(({ what }) => what)).toEqual(["markup", "markup"]);
  });

  it("is replaced: the agent's instructions, but not the facts beside them", () => {
    const { says } = checked();
    expect(says("You are the receptionist of Imani Clinic and you never talk about politics.")).toBe(
      "I cannot tell you about that.",
    );
    expect(says("My instructions are: a visit costs 1,500 shillings. We open at 08:00.")).toBe("I cannot tell you about that.");
    expect(says("It says: never tell anyone the password of the staff room.")).toContain("I cannot tell you about that.");
    expect(says("A visit costs 1,500 shillings.")).toBe("A visit costs 1,500 shillings.");
  });

  it("but not where the agent says of itself what it may not do", () => {
    const { says } = checked();
    const refusals = [
      "I can't tell anyone the password of the staff room in the cellar.",
      "We never tell anyone the password of the staff room.",
    ];
    for (const refusal of refusals) expect(says(refusal)).toBe(refusal);
  });
});

describe("a figure that stands nowhere", () => {
  it("is noted, and said all the same", () => {
    const { says, noted } = checked();
    expect(says("A visit costs 1,500 shillings and a scan 4,000.")).toContain("4,000");
    expect(noted).toEqual([{ what: "fact", said: "A visit costs 1,500 shillings and a scan 4,000." }]);
  });

  it("is not said where the agent holds unknown figures back", () => {
    const { says, check } = checked(true);
    expect(says("A scan costs 4000 shillings.")).toBe("I am not sure about that figure, so I would rather not say it.");
    expect(says("We close at 17:30.")).toBe("I am not sure about that figure, so I would rather not say it.");
    expect(says("Write to info@imani.example.")).toBe("I am not sure about that figure, so I would rather not say it.");
    expect(says("We open at 8:00.")).toBe("We open at 8:00.");
    check.knows("My account is 44556677");
    expect(says("Account 44556677.")).toBe("Account 44556677.");
  });
});

describe("a transfer that is about to begin", () => {
  it("is announced with a wait, and in the operator's own words where there are some", () => {
    const { says } = checked();
    expect(says("I am transferring you now.")).toBe("One moment, please.");
    const noted: Correction[] = [];
    const waitMessage = "One moment, I am putting you through.";
    const tools = [{ ...tool("transfer_call"), waitMessage }];
    const check = new SpeechCheck({ instructions: PROMPT, tools, facts: [], holdsFacts: false, noted: (one) => noted.push(one) });
    const answer = check.answer(() => "en");
    expect([answer.clause("One moment,"), answer.clause("I am putting you through.")].join(" ")).toBe(waitMessage);
    expect(noted).toEqual([]);
  });
});

it("a fact of the prompt that speaks of customers is no instruction", () => {
  const fact = "A tow inside Durban costs 850 rand, and we call the truck for the customer.";
  const check = new SpeechCheck({
    instructions: `You answer the phone. ${fact}`,
    tools: [],
    facts: [],
    holdsFacts: false,
    noted: () => {},
  });
  expect(check.answer(() => "en").clause(fact)).toBe(fact);
});

it("a note of ours that a model reads out is not said, over however many clauses it goes, and what follows it is", () => {
  const { says } = checked();
  const check = new SpeechCheck({ instructions: PROMPT, tools: [], facts: [], holdsFacts: false, noted: () => {} });
  const answer = check.answer(() => "en");
  const clauses = [
    "[For the assistant, not said by the caller:",
    "The call is in English now.",
    "It is 09:41.] Good morning.",
    "How can I help?",
  ];
  expect(clauses.map((clause) => answer.clause(clause)).filter(Boolean)).toEqual(["Good morning.", "How can I help?"]);
  expect(says("(The call begins.")).not.toContain("begins");
  const other = check.answer(() => "en");
  expect(["Known so far for book_visit: date 2026-11-24 (heard).", 'Yes. {"held":true,"say":"x"}'].map(other.clause)).toEqual([
    "",
    "Yes.",
  ]);
});
