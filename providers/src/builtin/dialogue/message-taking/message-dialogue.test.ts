import { describe, expect, it } from "vitest";
import { TextCall } from "../testing/text-call.ts";
import type { MessageLanguage } from "./locale.ts";
import { LANGUAGES, SCENES } from "./scenes.ts";

/** An English prompt, as most are; no country, so that numbers of any length are taken. */
const PROMPT = `You are the front desk of Imani Clinic. If the caller is in danger, tell them to call 112.

Facts:
- We are open Monday to Friday from 8:00 to 17:00 and on Saturday from 9:00 to 13:00. We are closed on Sundays.
- The clinic is on Ngong Road, opposite the Prestige Plaza.
- A consultation costs 1,500 shillings.`;

const call = (language: MessageLanguage, more: ConstructorParameters<typeof TextCall>[0] = {}): TextCall =>
  new TextCall({ language, instructions: PROMPT, ...more });

describe.each(LANGUAGES)("a caller who speaks %s", (language) => {
  const scene = SCENES[language];

  it("is greeted, is told the hours, leaves a message that is read back and corrected, and says goodbye", async () => {
    const line = call(language);
    expect((await line.says(scene.greets)).said).toBe(scene.greeted);
    expect((await line.says(scene.asksHours)).said).toContain(scene.toldHours);
    expect((await line.says(scene.asksSunday)).said).toContain(scene.closedSunday);
    expect((await line.says(scene.leavesMessage)).said).toContain(scene.asksMessage);
    await line.says(scene.message);
    await line.says(scene.name);
    const readBack = await line.says(scene.phone);
    expect(readBack.said).toContain("0 8 0 3 1 2 3 4 5 6 7");
    expect(readBack.said).toContain(scene.message);
    const corrected = await line.says(scene.corrects);
    expect(corrected.said).toContain(scene.correctName);
    expect(line.bookings).toEqual([]);
    expect((await line.says(scene.yes)).said).toContain("M 7");
    expect(line.bookings).toEqual([{ message: scene.message, name: scene.correctName, phone: "08031234567" }]);
    expect(await line.says(scene.goodbye)).toMatchObject({ ended: true });
  });

  it("is handed over to a person by the transfer tool, or leaves a message where nobody can be reached", async () => {
    const transfer = { name: "transfer_call", description: "Transfers the caller to a person.", parameters: {} };
    const line = call(language, { tools: [transfer, "take_message", "end_call"] });
    line.answer = (name) => (name === "transfer_call" ? { ok: false, reason: "Nobody answers." } : undefined);
    const answer = await line.says(scene.wantsPerson);
    expect(answer.tools.map(({ name }) => name)).toEqual(["transfer_call"]);
    expect(answer.said).toContain(scene.offersMessage);
    expect((await call(language).says(scene.wantsPerson)).said).toContain(scene.offersMessage);
  });

  it("says their number in words, digit by digit, or in figures, and corrects it", async () => {
    const line = call(language);
    await line.says(scene.leavesMessage);
    await line.says(scene.message);
    await line.says(scene.name);
    expect((await line.says(scene.phoneInWords)).said).toContain("0 1 2 3 4 5 6 7 8 9");
    expect((await line.says(scene.wrongNumber)).said).toContain(scene.asksPhoneAgain);
    expect((await line.says("0803 123 4567")).said).toContain("0 8 0 3 1 2 3 4 5 6 7");
  });

  it("wants an appointment: a colleague is told of it, in the caller's own words", async () => {
    const line = call(language, { tools: ["check_availability", "book_appointment", "take_message", "end_call"] });
    await line.says(scene.wantsAppointment);
    await line.says(scene.name);
    await line.says(scene.phone);
    await line.says(scene.yes);
    expect(line.bookings).toMatchObject([{ message: scene.wantsAppointment, phone: "08031234567" }]);
  });

  it("is in danger: they are told the prompt's number, digit by digit", async () => {
    const { said } = await call(language).says(scene.danger);
    expect(said).toContain("1 1 2");
  });

  it("does not want to be called again: that is passed on as a message, or done by the tool for it", async () => {
    const line = call(language);
    await line.says(scene.stopCalls);
    await line.says(scene.name);
    await line.says(scene.phone);
    await line.says(scene.yes);
    expect(line.bookings).toMatchObject([{ message: scene.stopCalls }]);
    const tool = {
      name: "do_not_call",
      description: "Takes the caller's number off the list.",
      parameters: { properties: { phone: { type: "string" } }, required: ["phone"] },
    };
    const other = call(language, { tools: [tool, "take_message", "end_call"] });
    await other.says(scene.stopCalls);
    await other.says(scene.phone);
    expect((await other.says(scene.yes)).tools).toMatchObject([{ name: "do_not_call", arguments: { phone: "08031234567" } }]);
  });

  it("hears the last words again, is told that it is a machine, and is asked again when nothing was heard", async () => {
    const line = call(language);
    const first = await line.says(scene.asksHours);
    expect((await line.says(scene.repeat)).said).toBe(first.said);
    expect((await line.says(scene.who)).said).toContain("Imani Clinic");
    const missed = await line.says("(inaudible)");
    expect(missed.said).not.toBe("");
    const again = await line.says("(inaudible)");
    expect(again.said).not.toBe(missed.said);
    expect((await line.says("(inaudible)")).said).toContain(scene.offersMessage);
  });

  it("hears a fact of the prompt as it is written, with a word before it that it is so", async () => {
    const { said } = await call(language).says(scene.asksWhere);
    expect(said).toContain("The clinic is on Ngong Road, opposite the Prestige Plaza.");
    expect(said.startsWith("The clinic")).toBe(false);
  });

  it("hears the hours of a prompt in their own language", async () => {
    const line = call(language, { instructions: scene.ownPrompt });
    expect((await line.says(scene.asksHours)).said).toContain(scene.toldHours);
    expect((await line.says(scene.asksSunday)).said).toContain(scene.closedSunday);
  });
});

describe.each(LANGUAGES)("when the language model of a call in %s fails", (language) => {
  const scene = SCENES[language];

  it("the call goes on from its last question, and nothing that was said is asked again", async () => {
    const line = call(language);
    line.messages.push(
      { role: "assistant", text: scene.model.greets },
      { role: "caller", text: scene.wantsAppointment },
      { role: "assistant", text: scene.model.asksName },
    );
    const phoneAsked = await line.says(scene.name);
    expect(phoneAsked.thoughts[0]).toEqual({ kind: "language", language });
    expect(phoneAsked.said).toContain(scene.asksPhone);
    const readBack = await line.says(scene.phone);
    expect(readBack.said).toContain(scene.wantsAppointment.replace(/[.?؟።]$/u, ""));
    await line.says(scene.yes);
    expect(line.bookings).toMatchObject([{ message: scene.wantsAppointment, phone: "08031234567" }]);
  });

  it("an answer to a question that only the model could ask goes into the message", async () => {
    const line = call(language);
    line.messages.push({ role: "caller", text: scene.wantsAppointment }, { role: "assistant", text: scene.model.asksDay });
    await line.says(scene.day);
    await line.says(scene.name);
    await line.says(scene.phone);
    await line.says(scene.yes);
    expect(line.bookings).toMatchObject([{ message: `${scene.wantsAppointment}; ${scene.day}` }]);
  });

  it("a silence in between changes nothing", async () => {
    const line = call(language);
    await line.says(scene.leavesMessage);
    await line.says(scene.message);
    line.messages.push({ role: "assistant", text: scene.model.stillThere });
    expect((await line.says(scene.yes)).said).toContain(scene.asksName);
  });
});
