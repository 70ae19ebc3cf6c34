import { expect, test } from "vitest";
import { createCaller } from "./caller.ts";
import { holds, type Played } from "./checks.ts";
import { withDates } from "./dates.ts";

const PLAYED: Played = {
  said: ["Karibu, Café Amani.", "Your table for 4 is booked."],
  done: [{ tool: "book_table", values: { guests: 4, date: "2026-12-01", phone: "+254712345678", window: true } }],
  language: "en-KE",
  isEnded: false,
  turns: 3,
  today: "2026-11-27",
};

test.each([
  ["{+1}", "2026-11-28"],
  ["{+0} to {+30}", "2026-11-27 to 2026-12-27"],
  ["{FRI} {sat}", "2026-12-04 2026-11-28"],
  ["{name} {+}", "{name} {+}"],
])("%s", (text, day) => {
  expect(withDates(text, PLAYED.today)).toBe(day);
});

test.each([
  [{ guests: "4", date: "{tue}", window: "true" }, true],
  [{ phone: "0712 345 678" }, true],
  [{ phone: "0712 345 679" }, false],
  [{ guests: "5" }, false],
  [{ nobody: "x" }, false],
])("values %j: %s", (values, is) => {
  expect(holds({ kind: "tool", tool: "book_table", values }, PLAYED)).toBe(is);
});

test("texts are compared without case, accents and marks, also over two turns", () => {
  expect(holds({ kind: "said", text: "cafe amani your TABLE" }, PLAYED)).toBe(true);
  expect(holds({ kind: "never_said", text: "table for 5" }, PLAYED)).toBe(true);
  expect(holds({ kind: "language", language: "en" }, PLAYED)).toBe(true);
});

test("a caller answers what is asked for out of turn, three times at most, and else goes on", () => {
  const caller = createCaller({
    lines: ["one", "two"],
    answers: [{ asks: "your name, called", says: "Mary" }],
  });
  expect(caller.next("Hello. How can I help?")).toBe("one");
  expect(caller.next("Thank you. What is your name?")).toBe("Mary");
  // The name is no question here.
  expect(caller.next("What is your name, then. Which day?")).toBe("two");
  expect([caller.next("Your name?"), caller.next("Your name?"), caller.next("Your name?")]).toEqual(["Mary", "Mary", undefined]);
});
