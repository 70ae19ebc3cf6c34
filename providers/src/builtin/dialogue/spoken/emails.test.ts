import { expect, test } from "vitest";
import { emailIn } from "./emails.ts";

test.each([
  ["mary.smith@gmail.com", "mary.smith@gmail.com"],
  ["it is mary dot smith at gmail dot com.", "mary.smith@gmail.com"],
  ["mary underscore smith two five at yahoo dot co dot uk", "mary_smith25@yahoo.co.uk"],
  ["m a r y dot s m i t h at g mail dot com", "mary.smith@gmail.com"],
  [
    "A for apple, S for sugar, H for house, A for apple, dot, E as in egg, Z for zebra, E for egg, at gmail dot com",
    "asha.eze@gmail.com",
  ],
  [
    "A for Apple S for Sugar, H for House, A for Apple.K for King, O for Orange, and for Nancy, E for Egg at Yahoo.com",
    "asha.kone@yahoo.com",
  ],
  ["Asha, A S H A, dot Eze, E Z E, at gmail dot com", "asha.eze@gmail.com"],
  ["brian o u m a at k p l c dot co dot ke", "ouma@kplc.co.ke"],
  ["a double n a at my dash company dot org", "anna@my-company.org"],
  ["victor dot otieno arobase yahoo point fr", "victor.otieno@yahoo.fr"],
  ["b o a t e n g at yahoo dot com", "boateng@yahoo.com"],
])("%s is %s", (said, email) => {
  expect(emailIn(said)).toBe(email);
});

test.each(["I am at home", "at ten thirty", "at noon dot", "", "a for apple", "meet me at the gate. Com"])(
  "%s is no address",
  (said) => {
    expect(emailIn(said)).toBeUndefined();
  },
);
