/** What a message says: all of it as the caller put it, a question too, and not the announcement that one is coming. */
import { expect, test } from "vitest";
import { TextCall } from "./testing/text-call.ts";

const WHO = ["my name is Grace Wanjiru", "0721 531 132", "yes"];

async function messageOf(texts: readonly string[]): Promise<{ asked: string; message: unknown }> {
  const call = new TextCall();
  let asked = "";
  for (const text of [...texts, ...WHO]) {
    const { said, tools } = await call.says(text);
    if (text === texts[0]) asked = said;
    const told = tools.find(({ name }) => name === "take_message");
    if (told) return { asked, message: (told.arguments as { message?: unknown }).message };
  }
  return { asked, message: undefined };
}

test("a message that asks something is taken as a whole", async () => {
  const request = "Can your manager call me back about a group trip?";
  expect(await messageOf([`Hi there, ${request}`])).toEqual({
    asked: expect.stringContaining("your name"),
    message: expect.stringContaining(request),
  });
  for (const message of [`Good afternoon, Madame. ${request}`, "Can your manager call me back?", "Do you sell spectacles?"])
    expect(await messageOf(["I want to leave a message", message])).toEqual({
      asked: expect.stringContaining("What is the message?"),
      message,
    });
});

test("a complaint of a message is one", async () => {
  const complaint = "I want to complain, nobody has answered my message";
  expect(await messageOf([complaint])).toEqual({ asked: expect.stringContaining("your name"), message: complaint });
});

test("that a message is coming is no message", async () => {
  for (const announced of ["I would like to leave a message", "I'd really like to leave a message for the manager, please."])
    expect(await messageOf([announced, "my bus was an hour late"])).toEqual({
      asked: expect.stringContaining("What is the message?"),
      message: "my bus was an hour late",
    });
});
