/** A test as it is written on the form: pairs stand in lines, `words = words`. Pure. */
import { AgentTestCheck, AgentTestDraft, type Language, type TestLineQuality } from "@ongea/contract";

export interface CheckDraft {
  kind: AgentTestCheck["kind"];
  /** A tool's name, words, a language or a number. */
  what: string;
  /** Of a tool: `name = value`, a line each. */
  values: string;
}

export interface PersonaDraft {
  /** A wording a line. */
  wants: string;
  language: Language;
  patience: string;
  /** `fact = what they say`, a line each. */
  facts: string;
}

export interface TestFormDraft {
  name: string;
  /** Undefined: the caller says fixed lines. */
  persona: PersonaDraft | undefined;
  lines: string;
  answers: string;
  replies: string;
  callerNumber: string;
  noise: TestLineQuality["noise"];
  /** Percent. */
  loss: string;
  needsVoice: boolean;
  checks: readonly CheckDraft[];
}

export type FormField =
  | "name"
  | "wants"
  | "facts"
  | "patience"
  | "lines"
  | "answers"
  | "replies"
  | "callerNumber"
  | "loss"
  | "checks";
export interface TestFault {
  part: FormField;
  /** Of the checks: which. */
  at?: number;
}

export const EMPTY_CHECK: CheckDraft = { kind: "tool", what: "", values: "" };
export const NEW_PERSONA: PersonaDraft = { wants: "", language: "en", patience: "3", facts: "" };
export const EMPTY_TEST: TestFormDraft = {
  name: "",
  persona: undefined,
  lines: "",
  answers: "",
  replies: "",
  callerNumber: "",
  noise: "none",
  loss: "0",
  needsVoice: false,
  checks: [EMPTY_CHECK],
};

export function formOf(test: AgentTestDraft): TestFormDraft {
  return {
    name: test.name,
    persona: test.persona ? personaForm(test.persona) : undefined,
    lines: test.lines.join("\n"),
    answers: test.answers.map(({ asks, says }) => `${asks} = ${says}`).join("\n"),
    replies: written(test.replies),
    callerNumber: test.caller_number,
    noise: test.line.noise,
    loss: String(test.line.loss_percent),
    needsVoice: test.needs_voice,
    checks: test.checks.map(checkForm),
  };
}

/** What is sent, or what is wrong first. */
export function testOf(form: TestFormDraft): { test: AgentTestDraft } | { fault: TestFault } {
  const lines = inLines(form.lines);
  const answers = pairs(form.answers);
  const replies = pairs(form.replies);
  if (form.name.trim() === "") return { fault: { part: "name" } };
  const { persona } = form;
  const facts = pairs(persona?.facts ?? "");
  if (!persona && lines.length === 0) return { fault: { part: "lines" } };
  if (persona && inLines(persona.wants).length === 0) return { fault: { part: "wants" } };
  if (!facts) return { fault: { part: "facts" } };
  if (!answers) return { fault: { part: "answers" } };
  if (!replies || replies.some(([, reply]) => !isJson(reply))) return { fault: { part: "replies" } };
  const checks = form.checks.map(checkOf);
  const bad = checks.findIndex((check) => check === undefined);
  if (bad >= 0 || checks.length === 0) return { fault: { part: "checks", at: Math.max(0, bad) } };
  const read = AgentTestDraft.safeParse({
    name: form.name,
    persona: persona
      ? {
          wants: inLines(persona.wants),
          language: persona.language,
          patience: Number(persona.patience.trim() || Number.NaN),
          facts: facts.map(([fact, says]) => ({ fact, says })),
        }
      : null,
    lines,
    answers: answers.map(([asks, says]) => ({ asks, says })),
    replies: Object.fromEntries(replies),
    caller_number: form.callerNumber,
    line: { noise: form.noise, loss_percent: Number(form.loss.trim() || Number.NaN) },
    needs_voice: form.needsVoice,
    checks,
  });
  if (read.success) return { test: read.data };
  const [first, at] = read.error.issues[0]?.path ?? [];
  const where = PARTS[String(first === "persona" ? at : first)] ?? "name";
  return { fault: { part: where, ...(where === "checks" && typeof at === "number" ? { at } : {}) } };
}

const PARTS: Readonly<Record<string, FormField>> = {
  name: "name",
  wants: "wants",
  facts: "facts",
  patience: "patience",
  lines: "lines",
  answers: "answers",
  replies: "replies",
  caller_number: "callerNumber",
  line: "loss",
  checks: "checks",
};

function personaForm({ wants, language, patience, facts }: NonNullable<AgentTestDraft["persona"]>): PersonaDraft {
  const known = facts.map(({ fact, says }) => `${fact} = ${says}`);
  return { wants: wants.join("\n"), language, patience: String(patience), facts: known.join("\n") };
}

function checkForm(check: AgentTestCheck): CheckDraft {
  switch (check.kind) {
    case "tool":
      return { kind: check.kind, what: check.tool, values: written(check.values) };
    case "no_tool":
      return { kind: check.kind, what: check.tool, values: "" };
    case "said":
    case "never_said":
      return { kind: check.kind, what: check.text, values: "" };
    case "language":
      return { kind: check.kind, what: check.language, values: "" };
    case "turns":
      return { kind: check.kind, what: String(check.most), values: "" };
    case "judged":
      return { kind: check.kind, what: check.criterion, values: "" };
    case "ended":
      return { kind: check.kind, what: "", values: "" };
  }
}

function checkOf({ kind, what, values }: CheckDraft): AgentTestCheck | undefined {
  const given = kind === "tool" ? pairs(values) : [];
  if (!given) return undefined;
  const fields = {
    tool: { tool: what, values: Object.fromEntries(given) },
    no_tool: { tool: what },
    said: { text: what },
    never_said: { text: what },
    language: { language: what },
    turns: { most: Number(what.trim() || Number.NaN) },
    judged: { criterion: what },
    ended: {},
  };
  return AgentTestCheck.safeParse({ kind, ...fields[kind] }).data;
}

function inLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Undefined: a line has no two sides. */
function pairs(text: string): [string, string][] | undefined {
  const all = inLines(text).map((line): [string, string] => {
    const at = line.indexOf("=");
    return at < 0 ? ["", ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return all.every(([left, right]) => left !== "" && right !== "") ? all : undefined;
}

function written(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${value}`)
    .join("\n");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
