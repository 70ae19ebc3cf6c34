/** Whatever the hours and the facts are: hours that a prompt states are read as they stand, and a fact that is asked for by its own words is found. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { factsOf } from "./facts.ts";
import { openingHours, type OpeningHours } from "./opening-hours.ts";
import { FactIndex } from "./retrieval.ts";

const LOCALES = [
  {
    days: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
    week: (first: string, last: string, from: string, to: string) => `We are open ${first} to ${last} from ${from} to ${to}`,
    and: (day: string, from: string, to: string) => ` and on ${day} from ${from} to ${to}`,
  },
  {
    days: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
    week: (first: string, last: string, from: string, to: string) => `Nous sommes ouverts ${first} à ${last} de ${from} à ${to}`,
    and: (day: string, from: string, to: string) => ` et ${day} de ${from} à ${to}`,
  },
];

const hour = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 4, max: max * 4 }).map((quarter) => quarter * 15);
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

const week = fc.record({
  locale: fc.constantFrom(...LOCALES),
  first: fc.integer({ min: 1, max: 3 }),
  last: fc.integer({ min: 4, max: 5 }),
  from: hour(5, 11),
  to: hour(14, 22),
  saturday: fc.option(fc.record({ from: hour(6, 10), to: hour(11, 16) }), { nil: undefined }),
});

test("opening hours are those that the prompt states, and other days are closed", () => {
  fc.assert(
    fc.property(week, ({ locale: { days, week: said, and }, first, last, from, to, saturday }) => {
      const also = saturday ? and(days[6] ?? "", clock(saturday.from), clock(saturday.to)) : "";
      const text = `${said(days[first] ?? "", days[last] ?? "", clock(from), clock(to))}${also}.`;
      const wanted: OpeningHours = days.map((_day, at) => {
        if (at === 6) return saturday && { fromMinute: saturday.from, toMinute: saturday.to };
        return at >= first && at <= last ? { fromMinute: from, toMinute: to } : undefined;
      });
      expect([text, openingHours([{ text }])]).toEqual([text, wanted]);
    }),
    { numRuns: 2_000 },
  );
});

const THINGS = [
  "helmet",
  "canoe",
  "generator",
  "mattress",
  "projector",
  "blender",
  "wheelbarrow",
  "telescope",
  "saxophone",
  "trampoline",
];

test("of any price list the price is told of the thing that is asked for", () => {
  const list = fc.uniqueArray(fc.record({ thing: fc.constantFrom(...THINGS), price: fc.integer({ min: 101, max: 99_999 }) }), {
    selector: ({ thing }) => thing,
    minLength: 2,
    maxLength: THINGS.length,
  });
  fc.assert(
    fc.property(list, fc.nat(), (rows, pick) => {
      const index = new FactIndex(
        factsOf(rows.map(({ thing, price }) => `A ${thing} costs ${price} shillings a day.`).join(" "), []),
      );
      const asked = rows[pick % rows.length];
      const [best] = index.find(`How much is a ${asked?.thing}?`);
      expect(best?.fact.text).toContain(`A ${asked?.thing} costs ${asked?.price} `);
    }),
    { numRuns: 300 },
  );
});
