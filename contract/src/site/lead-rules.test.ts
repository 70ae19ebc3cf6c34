import fc from "fast-check";
import { expect, test } from "vitest";
import { complaintsAbout, isEmail } from "./lead-rules.ts";

test("each field that is empty has its own sentence", () => {
  expect(complaintsAbout({ name: " ", email: "", company: "", position: "\n" })).toEqual({
    name: "Name is required",
    email: "Email is required",
    company: "Company is required",
    position: "Position is required",
  });
  expect(complaintsAbout({ name: "A", email: "nowhere", company: "B", position: "C" })).toEqual({
    email: "Please enter a valid email address",
  });
  expect(complaintsAbout({ name: "A", email: " a@b.example ", company: "B", position: "C" })).toEqual({});
});

test("an address has something before and after its @, and a dot after that", () => {
  for (const good of ["a@b.c", "wanjirũ+demo@imani.co.ke", "x@y.z.w"]) expect(isEmail(good)).toBe(true);
  for (const bad of ["", "a", "@b.c", "a@b", "a@.c", "a@b.", "a b@c.d", "a@b@c.d", `${"a".repeat(251)}@b.c`])
    expect([bad, isEmail(bad)]).toEqual([bad, false]);
});

test("no text, however strange, is hard to check", () => {
  fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => typeof isEmail(text) === "boolean"));
});
