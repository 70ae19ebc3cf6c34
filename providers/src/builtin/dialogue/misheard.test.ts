/** Callers whose words are heard wrong again and again: nobody is asked the same for ever. */
import { expect, test } from "vitest";
import { courier } from "../../testing/callers/businesses/courier.ts";
import { COMPLAINT, TextCall } from "./testing/text-call.ts";

async function untilRepeated(call: TextCall, text: string, confidence: number, most = 12): Promise<string[]> {
  const said: string[] = [];
  for (let n = 0; n < most; n++) {
    const exchange = await call.says(text, confidence);
    said.push(exchange.said);
    if (exchange.tools.some(({ name }) => name === "take_message")) break;
  }
  return said;
}

test("a message goes on without a name that is taken back again and again, and the name is not made up", async () => {
  const call = new TextCall();
  await call.says(COMPLAINT);
  await call.says("my name is Joseph");
  await call.says("0746 776 139");
  const wrong = ["no, my name is Maria", "no, my name is Marina", "no, my name is Emma"];
  const said: string[] = [];
  for (const text of wrong) said.push((await call.says(text)).said);
  expect(said[0]).toContain("from Maria");
  expect(said.at(-1)).toMatch(/^I will go on without that; a colleague will ask you\. .*phone number 0 7 4 6 7 7 6 1 3 9/);
  expect(said.at(-1)).not.toMatch(/Emma|Marina|from/);
  const { tools } = await call.says("yes");
  expect(tools).toEqual([{ name: "take_message", arguments: expect.objectContaining({ phone: "0746776139" }) as unknown }]);
  expect(JSON.stringify(tools)).not.toMatch(/Emma|Marina|Joseph/);
});

test("a name that is heard badly is asked about three times, not for ever", async () => {
  const call = new TextCall();
  await call.says("I want to speak to a manager about my bill which is wrong");
  const asked: string[] = [];
  for (const text of ["bedtime", "nell", "lens", "nel", "l", "nell", "l"]) asked.push((await call.says(text, 0.1)).said);
  expect(asked.filter((said) => said.startsWith("I heard")).length).toBeLessThanOrEqual(3);
});

test("a message that was read back and answered by nothing that could be heard is passed on as it was heard", async () => {
  const call = new TextCall();
  await call.says(COMPLAINT);
  await call.says("my name is Joseph");
  await call.says("0746 776 139");
  const said = await untilRepeated(call, "flum bather", 0.1);
  expect(said.at(-1)).toContain("I will pass it on as I heard it.");
  expect(said.length).toBeLessThanOrEqual(4);
  expect(call.messages.find((message) => message.role === "tool-call")).toMatchObject({
    arguments: expect.stringContaining("(not confirmed by the caller)") as unknown,
  });
});

test("a name that cannot be heard at all, and one whose no is heard as something else, hold no message up", async () => {
  for (const text of ["flum bather", "(inaudible)", "nell"]) {
    const call = new TextCall();
    await call.says(COMPLAINT);
    const said = (await untilRepeated(call, text, 0.1, 6)).join(" ");
    expect(said).toContain("I will go on without that; a colleague will ask you. What is your phone number?");
  }
});

test("who goes on disputing a name that is left out is believed to want the message passed on", async () => {
  const call = new TextCall();
  await call.says(COMPLAINT);
  await call.says("my name is Joseph");
  await call.says("0746 776 139");
  const said = await untilRepeated(call, "no my name is me with Joseph", 0.4);
  expect(said.at(-1)).toContain("I will pass it on as I heard it.");
  expect(said.length).toBeLessThanOrEqual(8);
});

test("an appointment is not booked under a name that is taken back again and again: a message is offered", async () => {
  const call = new TextCall();
  await call.says("book me for Monday at ten, my name is Joseph, my number is 0722 000 111");
  const said: string[] = [];
  for (const text of ["no, my name is Maria", "no, my name is Marina", "no, my name is Emma"])
    said.push((await call.says(text)).said);
  expect(said.at(-1)).toBe("I am sorry, it is hard for me to hear you. Shall I take a message so a colleague can call you back?");
  expect(call.bookings).toEqual([]);
});

test("who changes the day as often as they like is still booked", async () => {
  const call = new TextCall();
  await call.says("book me for Monday at ten, my name is Joseph, my number is 0722 000 111");
  for (const day of ["Tuesday", "Wednesday", "Thursday", "Friday"])
    expect((await call.says(`no, ${day}`)).said).toContain(`That is ${day}`);
  await call.says("yes");
  expect(call.bookings).toHaveLength(1);
});

test("whoever is not understood at first is told what there is, and chooses", async () => {
  const call = new TextCall();
  expect((await call.says("flum bather gond", 0.2)).said).toBe(
    "Sorry, I did not understand that. How can I help you? You can say: book appointment or leave a message.",
  );
  expect((await call.says("the first one")).said).toContain("Which day would you like?");
  const other = new TextCall();
  await other.says("flum bather gond", 0.2);
  expect((await other.says("leave a message")).said).toContain("What is the message?");
});

test("whoever does not choose but says what they want is heard", async () => {
  const call = new TextCall();
  await call.says("flum bather gond", 0.2);
  expect((await call.says("what time do you open on Saturday")).said).toContain("9");
  const other = new TextCall();
  await other.says("flum bather gond", 0.2);
  expect((await other.says("yes")).said).toContain("You can say: book appointment or leave a message.");
});

test("what was left out of a message and is told once more and heard no better ends the message, told as not confirmed", async () => {
  const call = new TextCall();
  await call.says(COMPLAINT);
  await call.says("my name is Joseph");
  await call.says("0746 776 139");
  const said = await untilRepeated(call, "no, my name is Maria", 0.8, 8);
  expect(said.at(-1)).toContain("I will pass it on as I heard it.");
  expect(said.length).toBeLessThanOrEqual(7);
});

test("a name that is heard again as it was read back is to be spelled before a message goes on without it", async () => {
  const call = new TextCall();
  for (const text of [COMPLAINT, "my name is Joseph", "0746 776 139", "no, the name is wrong", "my name is Achieng"])
    await call.says(text);
  await call.says("no, my name is Ingozee as", 0.95);
  expect((await call.says("no, my name is Ingozee as", 0.95)).said).toContain("Please say your name and spell it");
  expect((await call.says("Ngozi, N G O Z I, Eze, E Z E")).said).toContain("from Ngozi Eze");
});

test("an address that cannot be heard is not read back for ever", async () => {
  const tool = {
    name: "schedule_pickup",
    description: "Arranges that a rider collects a parcel.",
    parameters: { type: "object", properties: { pickup_address: { type: "string" } }, required: ["pickup_address"] },
  };
  const call = new TextCall({ tools: [tool, "take_message", "end_call"] });
  await call.says("I want to send a parcel");
  const said: string[] = [];
  for (let n = 0; n < 8; n++) {
    said.push((await call.says("are going konica and third floor", 0.3)).said);
    if (said.at(-1)!.includes("Shall I take a message")) break;
    said.push((await call.says("no, pickup address", 0.5)).said);
    if (said.at(-1)!.includes("Shall I take a message")) break;
  }
  expect(said.at(-1)).toContain("Shall I take a message");
});

test("an address that was refused is read back with the place that it sounds like", async () => {
  const tool = {
    name: "order_delivery",
    description: "Sends a medicine.",
    parameters: { type: "object", properties: { address: { type: "string" } }, required: ["address"] },
  };
  const call = new TextCall({ tools: [tool, "take_message", "end_call"] });
  await call.says("I want to order a delivery");
  expect((await call.says("Cahieru House Number 9", 0.55)).said).toContain("address Cahieru House Number 9");
  expect((await call.says("No address cashier, house number nine.", 0.95)).said).toContain(
    "Please tell me the address once more.",
  );
  expect((await call.says("Cahieru House Number 9", 0.55)).said).toContain("address Kacyiru House Number 9");
  expect((await call.says("yes", 0.95)).tools).toEqual([
    expect.objectContaining({ name: "order_delivery", arguments: { address: "Kacyiru House Number 9" } }),
  ]);
});

test("whoever says no is asked what is wrong, and what they name is asked for again, a number with the keypad", async () => {
  const call = new TextCall();
  await call.says("book me for Monday at ten, my name is Joseph, my number is 0722 000 111");
  expect((await call.says("no")).said).toBe("What should I change: the date, the time, the name or the phone number?");
  expect((await call.says("the phone number")).said).toBe(
    "Please say the number digit by digit. You can also key it in and end with the hash key.",
  );
  expect((await call.says("dtmf_number: 0722000112")).said).toContain("phone number 0 7 2 2 0 0 0 1 1 2. Is that correct?");
  await call.says("no");
  // Nothing is booked by a yes to that question.
  expect((await call.says("yes")).tools).toEqual([]);
});

test("a name that was taken back twice and is still not surely heard is to be spelled, and is read back then", async () => {
  const call = new TextCall();
  await call.says("book me for Monday at ten, my name is Joseph, my number is 0722 000 111");
  await call.says("no, my name is Wangy", 0.5);
  expect((await call.says("no, my name is Wang Ji", 0.5)).said).toBe(
    "Please say your name and spell it, letter by letter. You can say a word for each letter, like B for boy.",
  );
  expect((await call.says("w a n j i k u k a a m a u", 0.4)).said).toContain("for Wanjiku Kamau");
  const { tools } = await call.says("yes");
  expect(tools).toMatchObject([{ name: "book_appointment", arguments: { name: "Wanjiku Kamau" } }]);
});

test("a floor is no day", async () => {
  const call = new TextCall();
  await call.says("book me for Monday at ten, my name is Joseph, my number is 0722 000 111");
  expect((await call.says("no, third floor")).said).not.toContain("3rd of December");
});

test("letters that were misheard are asked for with words, and are listened for so; what was taken back is not listened for again", async () => {
  const tool = {
    name: "open_account",
    description: "Opens a savings account for a member.",
    parameters: {
      type: "object",
      properties: { member_code: { type: "string", pattern: "^[A-Z]{2}\\d{3}$" }, email: { type: "string", format: "email" } },
      required: ["member_code", "email"],
    },
  };
  const call = new TextCall({ tools: [tool] });
  const expectedOf = (exchange: Awaited<ReturnType<TextCall["says"]>>): unknown =>
    exchange.thoughts.flatMap((thought) => (thought.kind === "expect" ? thought.expected : []));
  await call.says("I want to open a savings account");
  const doubted = await call.says("d h one two three", 0.1);
  expect(doubted.said).toBe("I heard D H 1 2 3. Is that right?");
  const again = await call.says("no");
  expect(again.said).toContain("You can say a word for each letter, like B for boy.");
  expect(expectedOf(again)).toContainEqual({ kind: "code", shape: "LLddd", not: ["DH123"], worded: true });
  const email = await call.says("B for boy, H for house, one two three");
  expect(email.said).toContain("e-mail address");
  expect(expectedOf(email)).toContainEqual({ kind: "email" });
  expect((await call.says("asha dot quaye at gmail dot com")).said).toContain("asha.quaye @ gmail.com");
  const spelled = await call.says("no, the e-mail address");
  expect(spelled.said).toContain("with a word for each letter, like B for boy");
  expect(expectedOf(spelled)).toContainEqual({ kind: "email", spelled: true });
  const back = await call.says(
    "A for apple, S for sugar, H for house, A for apple, dot, E for egg, Z for zebra, E for egg, at gmail dot com",
  );
  expect(back.said).toContain("asha.eze @ gmail.com");
  const { tools } = await call.says("perfect");
  expect(tools).toEqual([{ name: "open_account", arguments: { member_code: "BH123", email: "asha.eze@gmail.com" } }]);
});

test("who says no to a message and what they want instead is listened to", async () => {
  const call = new TextCall();
  expect((await call.says("Do you sell bicycles?")).said).toContain("Shall I take a message");
  expect((await call.says("no, I want to book an appointment for Monday at ten")).said).toContain("name");
  const other = new TextCall();
  await other.says("Do you sell bicycles?");
  expect((await other.says("no thank you")).said).toContain("Is there anything else");
});

test("who says something else each time that a thing is asked for is not asked for ever", async () => {
  const tool = {
    name: "report_lost_item",
    description: "Reports an item that was lost on a bus.",
    parameters: {
      type: "object",
      properties: { item: { type: "string", enum: ["phone", "bag"] }, phone: { type: "string" } },
      required: ["item", "phone"],
    },
  };
  const call = new TextCall({ tools: [tool, "take_message"] });
  await call.says("I lost something on the bus");
  const said: string[] = [];
  for (let n = 0; n < 9; n++) said.push((await call.says("0720 845 420")).said);
  expect(said[0]).toContain("Which item");
  expect(said.at(-1)).not.toContain("Which item");
  expect(said.join(" ")).toContain("Shall I take a message");
});

test("a name that is spelled when it would be given up is read back once more", async () => {
  const call = new TextCall();
  await call.says(COMPLAINT);
  await call.says("my name is Joseph");
  await call.says("0746 776 139");
  await call.says("no, my name is Maria");
  await call.says("no, my name is Marina");
  expect((await call.says("no, my name is Ngozi, N G O Z I, Eze, E Z E")).said).toContain("from Ngozi Eze");
  expect((await call.says("no, my name is Ngozi, N G O Z I, Sang, S A N G")).said).toContain("go on without that");
});

test("what was left because one value could not be heard is taken up where it was: that value in another way, the others not again", async () => {
  const call = new TextCall({ instructions: courier.prompt, tools: [...courier.tools] });
  const request = "I want to change the delivery address of my parcel";
  await call.says(request);
  for (const code of ["LF891299", "LS891299", "LR891299"]) {
    await call.says(code, 0.2);
    await call.says("no");
  }
  expect(call.messages.at(-1)).toMatchObject({ text: expect.stringContaining("Shall I take a message") as unknown });
  const exchange = await call.says(`no, ${request}`);
  expect(exchange.said).toContain("one digit or letter at a time. You can say a word for each letter");
  const expected = exchange.thoughts.flatMap((thought) => (thought.kind === "expect" ? thought.expected : []));
  expect(expected).toContainEqual(expect.objectContaining({ not: ["LF891299", "LS891299", "LR891299"], worded: true }));
});

test("of what is taken up again the day that was understood is known", async () => {
  const call = new TextCall();
  await call.says("book me for Monday at ten");
  await call.says("my name is Joseph, my number is 0722 000 111");
  for (const text of ["no, my name is Maria", "no, my name is Marina", "no, my name is Emma"]) await call.says(text);
  const { said } = await call.says("no, I want to book an appointment");
  expect(said).toMatch(/name .*spell/);
});

test("yes is no address, and a badly heard wait is no wait", async () => {
  const call = new TextCall({ instructions: courier.prompt, tools: courier.tools });
  await call.says("I want to change the delivery address of my parcel");
  await call.says("LF891299");
  expect((await call.says("that is correct", 0.23)).said).toContain("address");
  expect((await call.says("one moment with avenue", 0.16)).said).toContain("one moment with avenue");
});

test("hours that are heard in a badly heard spelling change no appointment", async () => {
  const call = new TextCall();
  await call.says("book me for Monday at ten");
  await call.says("Zoe", 0.1);
  await call.says("no");
  await call.says("can you eighty may apply eleven thirty", 0.2);
  await call.says("my name is Joseph");
  expect((await call.says("0722 000 111")).said).toMatch(/ten|10/);
});

test("yes, when asked what to change, has everything read back once more", async () => {
  const call = new TextCall();
  await call.says(COMPLAINT);
  await call.says("my name is Joseph");
  await call.says("0731 133 330");
  expect((await call.says("no")).said).toContain("What should I change");
  expect((await call.says("yes")).said).toContain("Is that correct?");
  expect((await call.says("yes")).tools.map(({ name }) => name)).toEqual(["take_message"]);
});

test("letters that are heard as asking to hear it again do not go round for ever", async () => {
  for (const text of ["um canal boat p i is janet oldest mandela repeat i pay and beautiful", "repeat i", "say that again"]) {
    const call = new TextCall();
    await call.says(COMPLAINT);
    await call.says("my name is Canal Boat", 0.1);
    await call.says("no");
    const said: string[] = [];
    for (let n = 0; n < 9; n++) said.push((await call.says(text, 0.23)).said);
    expect(said.join(" ")).toContain("I will go on without that; a colleague will ask you.");
  }
});

test("an address ends in no insult", async () => {
  const call = new TextCall();
  expect((await call.says("No email is shed.con at Yahoo.com")).said).not.toContain("upset");
});

test("a place that was heard by its sound is read back as the place, and as it was heard when that was no", async () => {
  const call = new TextCall({ instructions: courier.prompt, tools: [...courier.tools] });
  await call.says("I want to change the delivery address of my parcel");
  await call.says("LF 891299");
  expect((await call.says("Yes, and Gung Road House 12", 0.5)).said).toContain("new address Ngong Road House 12.");
  await call.says("no, the new address is wrong");
  expect((await call.says("and Gung Road House 12", 0.5)).said).toContain("new address and Gung Road House 12.");
  // Typed, it stands as it was written.
  await call.says("no, the new address is wrong");
  expect((await call.says("Gung Road House 12")).said).toContain("new address Gung Road House 12.");
});

test("letters that come after their name was taken are that name's, though a number is asked for", async () => {
  const call = new TextCall();
  for (const text of [COMPLAINT, "yes please", "Samuel Faye"]) await call.says(text, 0.9);
  expect((await call.says("samuel s a m u e l banda b a n d a", 0.8)).said).toContain("phone number");
  expect((await call.says("0746 776 139")).said).toContain("from Samuel Banda");
});
