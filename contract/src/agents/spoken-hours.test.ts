import fc from "fast-check";
import { expect, test } from "vitest";
import { findHours, SENTENCES, WEEKDAYS } from "./spoken-hours.ts";

const said = (text: string): string[] =>
  text.split(SENTENCES).flatMap((sentence) => findHours(sentence).map((one) => `${one.days.join(" ")} ${one.said}`));

test.each([
  ["Jumatatu saa mbili asubuhi hadi saa kumi na moja jioni", "mon 08:00-17:00"],
  ["Tunafungua Jumatatu hadi Ijumaa saa mbili na nusu asubuhi hadi saa kumi na moja jioni.", "mon tue wed thu fri 08:30-17:00"],
  ["Jumamosi kuanzia saa tatu asubuhi hadi saa saba mchana", "sat 09:00-13:00"],
  ["Alhamisi: saa tatu kasoro robo asubuhi mpaka saa kumi alasiri", "thu 08:45-16:00"],
  ["Jumapili saa kumi na mbili asubuhi hadi saa kumi na mbili jioni", "sun 06:00-18:00"],
  ["Ijumaa saa kumi na moja alfajiri hadi saa mbili usiku", "fri 05:00-20:00"],
  ["Ijumaa saa 2:00 asubuhi hadi saa 11:30 jioni", "fri 08:00-17:30"],
  ["Jumatano 08:00 - 17:00", "wed 08:00-17:00"],
])("hours are read as Swahili counts them: %s", (text, hours) => expect(said(text)).toEqual([hours]));

test.each([
  ["Nous sommes ouverts du lundi au vendredi de 8h à 17h30.", "mon tue wed thu fri 08:00-17:30"],
  ["Le samedi, de 9 heures à midi", "sat 09:00-12:00"],
  ["Ouvert le mardi de 8 à 17 heures", "tue 08:00-17:00"],
  ["Les mercredis de 8 heures et demie du matin jusqu’à 5 heures de l’après-midi", "wed 08:30-17:00"],
  ["Dimanche : 10 h – 12 h", "sun 10:00-12:00"],
  ["vendredi 09:00-13:00", "fri 09:00-13:00"],
])("hours are read in French: %s", (text, hours) => expect(said(text)).toEqual([hours]));

test("hours of other days in the same breath are theirs", () => {
  expect(said("Du lundi au jeudi de 8h à 17h, et le vendredi de 8h à 12h.")).toEqual([
    "mon tue wed thu 08:00-17:00",
    "fri 08:00-12:00",
  ]);
  expect(
    said("Jumatatu hadi Ijumaa saa mbili asubuhi hadi saa kumi jioni, na Jumamosi saa tatu asubuhi hadi saa sita mchana."),
  ).toEqual(["mon tue wed thu fri 08:00-16:00", "sat 09:00-12:00"]);
});

test.each([
  "Jumatatu saa mbili hadi saa kumi na moja",
  "Jumatatu saa 2:00 hadi 11:00",
  "Jumatatu saa mbili hadi saa kumi na moja jioni",
  "Jumatatu saa nane asubuhi hadi saa tisa asubuhi",
  "Ziara huchukua dakika 20 hadi 30 siku ya Jumatatu",
  "saa mbili asubuhi hadi saa kumi jioni",
  "Le lundi, 10 à 20 personnes",
  "Le lundi une visite dure de 20 à 30 minutes",
  "de 8h à 17h",
  "mon cabinet ouvre 08:00 - 17:00",
  "le lundi de 8h à 12h et de 14h à 18h",
  "Le lundi de 17h à 8h",
  "Lundi de 25h à 26h",
  "Mondays 08:00-12:00 and 13:00-17:00",
])("what may mean something else is not taken for hours: %s", (text) => expect(said(text)).toEqual([]));

const NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const two = (value: number): string => String(value).padStart(2, "0");
const written = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const halfDay = (minute: number): string => {
  const hour = Math.floor(minute / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute % 60)} ${hour < 12 ? "am" : "pm"}`;
};

test("whatever days and hours are written, in either clock, they are read as they stand", () => {
  const day = fc.nat({ max: 6 });
  const minutes = fc.uniqueArray(fc.nat({ max: 24 * 60 - 1 }), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(day, day, minutes, fc.boolean(), (a, b, pair, isHalf) => {
      const [first, last] = [Math.min(a, b), Math.max(a, b)];
      const [from = 0, to = 0] = pair.toSorted((one, other) => one - other);
      const clock = isHalf ? halfDay : written;
      const days = first === last ? NAMES[first] : `${NAMES[first]} to ${NAMES[last]}`;
      const read = findHours(`We are open ${days} from ${clock(from)} to ${clock(to)}.`);
      expect(read).toEqual([{ days: WEEKDAYS.slice(first, last + 1), said: `${written(from)}-${written(to)}` }]);
    }),
  );
});

test("whatever is written, it is no hours or hours of a day that end after they begin", () => {
  const words = fc.constantFrom(
    ..."monday to friday from 8 am 25:00 9:75 jumatatu saa mbili lundi de 17h a midi - : .".split(" "),
  );
  const text = fc.oneof(
    fc.array(words, { maxLength: 12 }).map((all) => all.join(" ")),
    fc.string({ maxLength: 80 }),
  );
  fc.assert(
    fc.property(text, (sentence) => {
      for (const { days, said: hours } of findHours(sentence)) {
        expect(days.length).toBeGreaterThan(0);
        expect(hours).toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/);
        expect(hours.slice(0, 5) < hours.slice(6)).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
});
