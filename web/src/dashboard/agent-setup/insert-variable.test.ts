import { expect, test } from "vitest";
import { insertVariable } from "./insert-variable.ts";

const put = (marked: string, name = "contact.name"): string => {
  const [before = "", selected = "", after] = marked.split("|");
  const [end, rest] = after === undefined ? [before.length, selected] : [before.length + selected.length, after];
  const text = after === undefined ? before + rest : before + selected + rest;
  const { text: now, cursor } = insertVariable(text, name, { from: before.length, to: end });
  return `${now.slice(0, cursor)}|${now.slice(cursor)}`;
};

test("a variable stands where the cursor was, apart from words and close to marks", () => {
  expect(put("Hello |, welcome.")).toBe("Hello {contact.name}|, welcome.");
  expect(put("Hello|, welcome.")).toBe("Hello {contact.name}|, welcome.");
  expect(put("Hello |you")).toBe("Hello {contact.name}| you");
  expect(put("|", "current_date")).toBe("{current_date}|");
  expect(put("Today is {current_date}|", "current_time")).toBe("Today is {current_date} {current_time}|");
  expect(put("ሰላም|")).toBe("ሰላም {contact.name}|");
});

test("what is selected is replaced", () => {
  expect(put("Hello |NAME|, welcome.")).toBe("Hello {contact.name}|, welcome.");
});
