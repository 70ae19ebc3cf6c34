/** The real model; these callers and their organisation were not taught. */
import { expect, test } from "vitest";
import { type FormReading, openFormReader, type ReadField } from "./form-reader.ts";

const FIELDS: readonly ReadField[] = [
  { name: "boat", about: "which boat", kind: "choice", choices: ["Kingfisher", "Blue Heron", "Old Pelican"] },
  { name: "guests", about: "how many people", kind: "number", choices: [] },
  { name: "date", about: "day of the trip", kind: "date", choices: [] },
  { name: "name", about: "name for the booking", kind: "name", choices: [] },
];
const patient = AbortSignal.timeout(60_000);
const read = (question: string, said: string, fields = FIELDS): Promise<FormReading> =>
  openFormReader().read({ question, said, fields }, patient);
const wordsOf = ({ values }: FormReading, field: string): string | undefined => {
  const words = values[field]?.words;
  return words && words.likelihood > 0.5 ? words.text : undefined;
};

test("of several days and numbers the one that is meant is found", async () => {
  const day = await read("Which day would you like?", "Tuesday... no wait, Tuesday I'm at the dentist. Make it Thursday");
  expect(wordsOf(day, "date")).toBe("Thursday");
  expect(wordsOf(day, "guests")).toBeUndefined();
  const guests = await read("How many people?", "me, my wife and the twins, so that makes four of us");
  expect(wordsOf(guests, "guests")).toBe("four");
  expect(guests.acts.answer).toBeGreaterThan(0.5);
});

test("a question beside an answer is told apart from it", async () => {
  const name = await read("May I have your name?", "Wanjiru Kamau. And can we bring our own drinks?");
  expect(wordsOf(name, "name")).toBe("Wanjiru Kamau");
  expect(name.asks?.text).toMatch(/can we bring our own drinks/);
});

test("who looks for something gives no value", async () => {
  const wait = await read("May I have your name?", "hold on a second, let me find my glasses");
  expect(wait.acts.wait).toBeGreaterThan(0.7);
  expect(FIELDS.map(({ name }) => wordsOf(wait, name))).toEqual([undefined, undefined, undefined, undefined]);
});

test("odd input is read all the same", async () => {
  for (const said of ["", "…", "ሰላም", "four ".repeat(2_000)]) {
    const { acts } = await read("How many people?", said);
    expect(Object.values(acts).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 4);
  }
  expect((await read("", "four", [])).values).toEqual({});
  const many = Array.from({ length: 40 }, (_, at): ReadField => ({
    name: `field ${at}`,
    about: "what is to be known ".repeat(20),
    kind: "choice",
    choices: Array.from({ length: 50 }, (_one, place) => `choice ${place}`),
  }));
  expect(Object.keys((await read("Which one?", "the first", many)).values).length).toBeGreaterThan(0);
});
