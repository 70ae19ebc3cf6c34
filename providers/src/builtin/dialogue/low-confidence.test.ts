/** Callers of whose sentences a part is heard as another word: what is left of them counts. */
import { expect, test } from "vitest";
import { clinic } from "../../testing/callers/businesses/clinic.ts";
import { hotel } from "../../testing/callers/businesses/hotel.ts";
import { water } from "../../testing/callers/businesses/water.ts";
import { TextCall, type Exchange } from "./testing/text-call.ts";

test("a sentence that begins with what sounds like a goodbye is not the end of the call", async () => {
  const call = new TextCall({ instructions: clinic.prompt, tools: clinic.tools });
  const first = await call.says("bye dorothy will not be coming to the clinic on the third", 0.8);
  expect(first.said).not.toContain("Goodbye");
  expect(first.ended).toBe(false);
});

test.each(["bye", "no that's all, goodbye", "thank you very much for all of your help today, bye bye"])("%s is", async (text) => {
  const call = new TextCall({ instructions: clinic.prompt, tools: clinic.tools });
  expect((await call.says(text)).said).toContain("Goodbye");
});

test("whoever asks what something costs is told so, and books nothing, though the words that ask were lost", async () => {
  const call = new TextCall({ instructions: hotel.prompt, tools: hotel.tools });
  const { said } = await call.says("witnesses single room cost per night", 0.77);
  expect(said).toMatch(/single room/i);
  expect(said).not.toContain("On which day");
});

test("whoever wants to be called back is not called Back", async () => {
  const call = new TextCall({ instructions: clinic.prompt, tools: clinic.tools });
  const { said } = await call.says("can you manager call me back about a ticket", 0.8);
  expect(said).toContain("name");
});

test("a name that people here have, heard a second time, is read back and need not be spelled", async () => {
  const call = new TextCall();
  await call.says("I want to complain, my bill is much too high and nobody answers");
  await call.says("my name is Joseph");
  await call.says("0746 776 139");
  await call.says("no, my name is Maria");
  expect((await call.says("no, my name is Brian Ouma", 0.68)).said).toContain("from Brian Ouma");
});

test("another number than the one that was read back is no yes, though it begins like one", async () => {
  const call = new TextCall({ language: "sw" });
  await call.says("naomba kuacha ujumbe kwamba maji hayatoki nyumbani");
  await call.says("naitwa Amina Hassan");
  expect((await call.says("0739 721 042")).said).toContain("sahihi");
  const { tools, said } = await call.says("ya simu sifuri saba sita mojo mbili tisa sita moja tatu", 0.62);
  expect(tools).toEqual([]);
  expect(said).not.toBe("");
});

test("a yes that was hardly heard lets nothing happen: it is asked for again", async () => {
  const call = new TextCall();
  await call.says("I would like to book an appointment");
  await call.says("Monday at ten in the morning");
  await call.says("my name is Mary Smith");
  expect((await call.says("0712 345 678")).said).toContain("correct");
  const doubtful = await call.says("yeah ok", 0.02);
  expect(doubtful.tools).toEqual([]);
  expect(doubtful.said).not.toBe("");
  expect((await call.says("yes", 0.8)).tools).toHaveLength(1);
});

test("words that are anybody's guess are no name, and neither is a letter that is left of one", async () => {
  const call = new TextCall();
  await call.says("I want to complain, my bill is much too high and nobody answers");
  const guessed = await call.says("mwakio adaeze", 0.004);
  expect(guessed.said).not.toContain("Mwakio");
  expect(guessed.said).toContain("name");
  expect((await call.says("my name is r eight six in any", 0.57)).said).toContain("name");
  expect((await call.says("my name is mary o'brien")).said).toMatch(/phone|number/);
});

test("a name that people here have, said and spelled, is read back and not asked for again", async () => {
  const call = new TextCall();
  await call.says("I want to complain about the driver, he is always late");
  await call.says("my name is ochieng", 0.72);
  await call.says("0763 816 874");
  await call.says("no, my name is uche inyang", 0.73);
  await call.says("no, my name is uche ian", 0.7);
  expect((await call.says("no my name is achieng a c h i e n g", 0.45)).said).toContain("from Achieng");
});

test("letters that could not be heard twice are asked for with words, and so they are when the wish is taken up again", async () => {
  const call = new TextCall();
  await call.says("I would like to book an appointment");
  await call.says("Monday at ten in the morning");
  await call.says("aida kone", 0.07);
  await call.says("no");
  expect((await call.says("i toure i'd c may take may taylor annie", 0.6)).said).toContain("a word for each letter");
  await call.says("i tyrannized ed taken a tail when he", 0.6);
  expect((await call.says("i toure i'd c may take may taylor annie", 0.6)).said).toContain("Shall I take a message");
  const again = await call.says("no, I want to book an appointment");
  expect(again.said).toContain("a word for each letter");
});

test("whoever asks a question instead of choosing among what was offered is answered", async () => {
  const call = new TextCall({ instructions: water.prompt, tools: water.tools });
  expect((await call.says("poaching yeah putting the", 0.3)).said).toContain("report fault");
  expect((await call.says("how much is a new connection", 0.85)).said).toContain("7,500");
  const other = new TextCall({ instructions: water.prompt, tools: water.tools });
  await other.says("poaching yeah putting the", 0.3);
  expect((await other.says("book connection")).said).toContain("day");
});

test("a yes with another month than the one that was read back is no yes: the day is asked for again", async () => {
  const booked = async (answer: string): Promise<Exchange> => {
    const call = new TextCall();
    await call.says("I would like to book an appointment");
    await call.says("Saturday the 28th of November at ten in the morning");
    await call.says("my name is Mary Smith");
    expect((await call.says("0712 345 678")).said).toContain("November");
    return call.says(answer, 0.52);
  };
  const doubtful = await booked("yeah december stolen");
  expect(doubtful.tools).toEqual([]);
  expect(doubtful.said).toMatch(/day/);
  for (const yes of ["yes in november", "yes you may", "yes please march ahead"])
    expect((await booked(yes)).tools.map(({ name }) => name)).toContain("book_appointment");
});
