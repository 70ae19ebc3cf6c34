import { expect, test } from "vitest";
import type { Words } from "../words/index.ts";
import { emailProblem, onlyProblems, newPasswordProblem } from "./rules.ts";

const words = { say: (id: string) => id } as Words;

test("an address without a name, a host or a dot is not sent", () => {
  for (const bad of [
    "amina",
    "amina@",
    "@duka.example",
    "amina@duka",
    "a b@duka.example",
    "a@b@duka.example",
    `${"a".repeat(250)}@x.io`,
  ])
    expect([bad, emailProblem(bad, words)]).toEqual([bad, "access.email_bad"]);
  expect(emailProblem("  ", words)).toBe("access.email_missing");
  expect(emailProblem(" amina@duka.example ", words)).toBeUndefined();
});

test("a new password has ten characters at least", () => {
  expect(newPasswordProblem("ninechars", words)).toBe("access.password_short");
  expect(newPasswordProblem("ten chars!", words)).toBeUndefined();
});

test("a field without a problem is not mentioned", () => {
  expect(onlyProblems({ name: undefined, email: "no" })).toEqual({ email: "no" });
});
