/** A rule as it is typed, and what is still wrong with it. Pure. */
import { CheckKind, CheckRuleDraft, type CheckRule } from "@ongea/contract";

export interface RuleTyped {
  name: string;
  kind: CheckKind;
  /** One in a line. */
  phrases: string;
  criterion: string;
  /** Calls in a hundred. */
  sample: string;
  within: string;
  agentIds: readonly string[];
  countries: string;
  direction: CheckRuleDraft["direction"];
  appliesTo: CheckRuleDraft["applies_to"];
  active: boolean;
  isAlerted: boolean;
  failures: string;
  minutes: string;
  quietMinutes: string;
}

export const LIMITS = {
  within: [1, 3_600],
  sample: [1, 100],
  failures: [1, 1_000],
  minutes: [1, 10_080],
  quietMinutes: [0, 10_080],
} as const;

export type RuleField = "name" | "phrases" | "criterion" | "countries" | keyof typeof LIMITS;

export const NEW_RULE: RuleTyped = {
  name: "",
  kind: "says",
  phrases: "",
  criterion: "",
  sample: "100",
  within: "",
  agentIds: [],
  countries: "",
  direction: "any",
  appliesTo: "both",
  active: true,
  isAlerted: true,
  failures: "1",
  minutes: "60",
  quietMinutes: "60",
};

/** What most organisations want of each call and thread. */
export const USUAL = ["discloses_ai", "announces_recording", "asks_no_secrets", "keeps_hours", "honours_opt_out"] as const;

const WITH_PHRASES: ReadonlySet<CheckKind> = new Set(["says", "never_says", "discloses_ai", "asks_no_secrets"]);
const WITH_SECONDS: ReadonlySet<CheckKind> = new Set(["says", "discloses_ai"]);

/** A recording is announced in calls alone. */
export const hasChoice = (kind: CheckKind): boolean => kind !== "announces_recording";
export const hasPhrases = (kind: CheckKind): boolean => WITH_PHRASES.has(kind);
export const hasSeconds = (kind: CheckKind): boolean => WITH_SECONDS.has(kind);

export function typedOf({ alert, ...rule }: CheckRule): RuleTyped {
  return {
    name: rule.name,
    kind: rule.kind,
    phrases: rule.phrases.join("\n"),
    criterion: rule.criterion ?? "",
    sample: String(rule.sample_percent ?? NEW_RULE.sample),
    within: rule.within_seconds === null ? "" : String(rule.within_seconds),
    agentIds: rule.agent_ids,
    countries: rule.countries.join(", "),
    direction: rule.direction,
    appliesTo: rule.applies_to,
    active: rule.active,
    isAlerted: alert !== null,
    failures: String(alert?.failures ?? NEW_RULE.failures),
    minutes: String(alert?.minutes ?? NEW_RULE.minutes),
    quietMinutes: String(alert?.quiet_minutes ?? NEW_RULE.quietMinutes),
  };
}

/** The first field that is wrong, or the rule. */
export function draftOf(typed: RuleTyped): { fault: RuleField } | { draft: CheckRuleDraft } {
  const phrases = hasPhrases(typed.kind) ? piecesOf(typed.phrases, /\n/) : [];
  const countries = piecesOf(typed.countries.toUpperCase(), /[\s,،፣]+/u);
  const within = hasSeconds(typed.kind) && typed.within.trim() !== "" ? wholeIn(typed.within, LIMITS.within) : null;
  const [failures, minutes, quiet] = [
    wholeIn(typed.failures, LIMITS.failures),
    wholeIn(typed.minutes, LIMITS.minutes),
    wholeIn(typed.quietMinutes, LIMITS.quietMinutes),
  ];
  const sample = typed.kind === "judged" ? wholeIn(typed.sample, LIMITS.sample) : null;
  if (sample === undefined) return { fault: "sample" };
  if (within === undefined) return { fault: "within" };
  if (typed.isAlerted && failures === undefined) return { fault: "failures" };
  if (typed.isAlerted && minutes === undefined) return { fault: "minutes" };
  if (typed.isAlerted && quiet === undefined) return { fault: "quietMinutes" };
  const read = CheckRuleDraft.safeParse({
    name: typed.name,
    kind: typed.kind,
    phrases,
    within_seconds: within,
    ...(sample !== null && { criterion: typed.criterion, sample_percent: sample }),
    agent_ids: typed.agentIds,
    countries,
    direction: typed.direction,
    applies_to: hasChoice(typed.kind) ? typed.appliesTo : "calls",
    active: typed.active,
    alert: typed.isAlerted ? { failures, minutes, quiet_minutes: quiet } : null,
  });
  if (read.success) return { draft: read.data };
  const field = read.error.issues[0]?.path[0];
  return { fault: field === "countries" || field === "phrases" || field === "criterion" ? field : "name" };
}

function piecesOf(text: string, between: RegExp): string[] {
  return text
    .split(between)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}

function wholeIn(text: string, [least, most]: readonly [number, number]): number | undefined {
  const number = Number(text.trim() || Number.NaN);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}
