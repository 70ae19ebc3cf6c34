/** What a field needs before it is sent; the server checks again. */
import { PASSWORD_LENGTH, keysOf } from "@ongea/contract";
import type { Words } from "../words/index.ts";

const LONGEST_EMAIL = 254;

export function emailProblem(email: string, words: Words): string | undefined {
  const text = email.trim();
  if (text === "") return words.say("access.email_missing");
  const [name = "", host = "", ...rest] = text.split("@");
  const fits = text.length <= LONGEST_EMAIL && name !== "" && /\.[^.]+$/.test(host) && rest.length === 0 && !/\s/.test(text);
  return fits ? undefined : words.say("access.email_bad");
}

export function newPasswordProblem(password: string, words: Words): string | undefined {
  return password.length < PASSWORD_LENGTH.min ? words.say("access.password_short", { min: PASSWORD_LENGTH.min }) : undefined;
}

/** Only what is really a problem. */
export function onlyProblems<F extends string>(problems: Record<F, string | undefined>): Partial<Record<F, string>> {
  const found: Partial<Record<F, string>> = {};
  for (const field of keysOf(problems)) {
    const problem = problems[field];
    if (problem !== undefined) found[field] = problem;
  }
  return found;
}
