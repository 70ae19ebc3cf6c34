/** A test as it is written on the form: pairs stand in lines, `words = words`. Pure. */
import { AgentTestCheck, AgentTestDraft } from "@ongea/contract";

export interface CheckDraft {
  kind: AgentTestCheck["kind"];
  /** A tool's name, words, a language or a number. */
  what: string;
  /** Of a tool: `name = value`, a line each. */
  values: string;
}

export interface TestFormDraft {
  name: string;
  lines: string;
  answers: string;
  replies: string;
  callerNumber: string;
  checks: readonly CheckDraft[];
}

export type FormField = "name" | "lines" | "answers" | "replies" | "callerNumber" | "checks";
export interface TestFault {
  part: FormField;
  /** Of the checks: which. */
  at?: number;
}

export const EMPTY_CHECK: CheckDraft = { kind: "tool", what: "", values: "" };
export const EMPTY_TEST: TestFormDraft = {
  name: "",
  lines: "",
  answers: "",
  replies: "",
  callerNumber: "",
  checks: [EMPTY_CHECK],
};

export function formOf(test: AgentTestDraft): TestFormDraft {
  return {
    name: test.name,
    lines: test.lines.join("\n"),
    answers: test.answers.map(({ asks, says }) => `${asks} = ${says}`).join("\n"),
    replies: written(test.replies),
    callerNumber: test.caller_number,
    checks: test.checks.map(checkForm),
  };
}

/** What is sent, or what is wrong first. */
export function testOf(form: TestFormDraft): { test: AgentTestDraft } | { fault: TestFault } {
  const lines = inLines(form.lines);
  const answers = pairs(form.answers);
  const replies = pairs(form.replies);
  if (form.name.trim() === "") return { fault: { part: "name" } };
  if (lines.length === 0) return { fault: { part: "lines" } };
  if (!answers) return { fault: { part: "answers" } };
  if (!replies || replies.some(([, reply]) => !isJson(reply))) return { fault: { part: "replies" } };
  const checks = form.checks.map(checkOf);
  const bad = checks.findIndex((check) => check === undefined);
  if (bad >= 0 || checks.length === 0) return { fault: { part: "checks", at: Math.max(0, bad) } };
  const read = AgentTestDraft.safeParse({
    name: form.name,
    lines,
    answers: answers.map(([asks, says]) => ({ asks, says })),
    replies: Object.fromEntries(replies),
    caller_number: form.callerNumber,
    checks,
  });
  if (read.success) return { test: read.data };
  const [part, at] = read.error.issues[0]?.path ?? [];
  const where = PARTS[String(part)] ?? "name";
  return { fault: { part: where, ...(where === "checks" && typeof at === "number" ? { at } : {}) } };
}

const PARTS: Readonly<Record<string, FormField>> = {
  name: "name",
  lines: "lines",
  answers: "answers",
  replies: "replies",
  caller_number: "callerNumber",
  checks: "checks",
};

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
