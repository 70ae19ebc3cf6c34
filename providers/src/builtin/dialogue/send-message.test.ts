/** A text message to the caller, whose words the agent's settings hold: asked for, confirmed, sent once. */
import { expect, it } from "vitest";
import { TextCall } from "./testing/text-call.ts";

const TOOL = {
  name: "send_message",
  description: "Sends the caller a text message. It says: We are on Ngong Road, opposite the Prestige Plaza.",
  parameters: { type: "object", properties: {} },
  hasEffect: true,
};

it.each([
  ["en", "Can you text me the address?", "yes please", "Shall I send you the message by text now?"],
  ["en", "please send me that by text message", "yes", "Shall I send you the message by text now?"],
  ["fr", "pouvez-vous m'envoyer l'adresse par SMS", "oui", "Dois-je vous envoyer le message par SMS maintenant ?"],
  ["sw", "naomba unitumie SMS ya mahali mlipo", "ndiyo", "Je, nikutumie ujumbe huo kwa SMS sasa?"],
])("%s: “%s” is confirmed before it is sent, and told as the tool says", async (language, wish, yes, question) => {
  const call = new TextCall({ language, tools: [TOOL, "take_message", "end_call"] });
  call.answer = (name) => (name === "send_message" ? { sent: true, say: "It was sent." } : undefined);
  expect(await call.says(wish)).toMatchObject({ said: question, tools: [] });
  const { said, tools } = await call.says(yes);
  expect([said.startsWith("It was sent."), tools]).toEqual([true, [{ name: "send_message", arguments: {} }]]);
});

it("a question is answered and sends nothing; a message for a colleague is taken as before", async () => {
  const call = new TextCall({ tools: [TOOL, "take_message", "end_call"] });
  expect((await call.says("Where is the clinic?")).said).toContain("opposite the Prestige Plaza");
  expect((await call.says("Can I leave a message for the doctor?")).said).toBe("All right. What is the message?");
});

it("one that is refused is told with the reason, and is not claimed", async () => {
  const call = new TextCall({ tools: [TOOL, "take_message", "end_call"] });
  call.answer = () => ({ sent: false, reason: "opted_out", say: "This number has asked for no messages." });
  await call.says("Can you text me the address?");
  expect((await call.says("yes")).said).toMatch(/^This number has asked for no messages\./);
});
