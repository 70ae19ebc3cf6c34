import { expect, test } from "vitest";
import { formOf } from "../forms/form.ts";
import { newTask, type Task } from "../task.ts";
import { TextCall } from "../testing/text-call.ts";
import { mendedDigits } from "./mend-digits.ts";

function taskWith(slots: Record<string, string>): Task {
  const properties = Object.fromEntries(Object.keys(slots).map((name) => [name, { type: "string" }]));
  const form = formOf({ name: "take_message", description: "", parameters: { type: "object", properties } })!;
  const task = newTask(form);
  for (const [name, value] of Object.entries(slots)) task.slots[name] = { value, confidence: 1, source: { turn: 1, said: "" } };
  return task;
}

test.each([
  ["no, the last digit is seven", "0712345677"],
  ["the last two digits are four five", "0712345645"],
  ["no it ends with nine nine nine", "0712345999"],
  ["it starts with zero seven three", "0732345678"],
  ["the third digit is nine", "0792345678"],
  ["no, it's three five, not three four", "0712355678"],
  ["not five six but five nine", "0712345978"],
  ["hapana, namba ya mwisho ni tisa", "0712345679"],
  ["non, le dernier chiffre est neuf", "0712345679"],
])("%s", (said, mended) => {
  expect(mendedDigits(said, taskWith({ phone: "0712345678" }))?.value).toBe(mended);
});

test.each([
  ["no"],
  ["the last digit is wrong"],
  ["no, that is not my number"],
  ["zero seven one two three four five six seven nine"],
  ["no, it's nine nine, not eight eight"],
  ["yes please"],
])("%s: nothing of the kind", (said) => {
  expect(mendedDigits(said, taskWith({ phone: "0712345678" }))).toBeUndefined();
});

test("two places that may be meant are left alone", () => {
  expect(mendedDigits("one three, not one two", taskWith({ phone: "0712121212" }))).toBeUndefined();
});

test("an hour that is corrected is no digit of the telephone number", () => {
  const task = taskWith({ phone: "0712345678", time: "15:00" });
  expect(mendedDigits("at two, not three", task)).toBeUndefined();
  expect(mendedDigits("the phone number is two four, not three four", task)?.value).toBe("0712245678");
});

test("in a call the mended number is read back before it is used", async () => {
  const call = new TextCall();
  await call.says("I would like to leave a message");
  await call.says("please tell the doctor that I will be late tomorrow");
  await call.says("Mary Smith");
  expect((await call.says("0712345678")).said).toContain("0 7 1 2 3 4 5 6 7 8");
  expect((await call.says("no, the last digit is nine")).said).toContain("0 7 1 2 3 4 5 6 7 9");
  expect((await call.says("yes")).tools).toMatchObject([{ name: "take_message", arguments: { phone: "0712345679" } }]);
});
