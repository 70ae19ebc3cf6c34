/** What an act was about, as people read it: names first, ids short. */
import type { AuditEntry } from "@ongea/contract";
import { paths } from "../../../paths.ts";
import { plainFacts } from "../../../ui/plain-facts.ts";
import type { SentenceId, Words } from "../../../words/index.ts";

export interface Fact {
  /** Absent where the text says by itself what it is. */
  label?: string;
  text: string;
  /** All of it, where the text is only a part. */
  whole?: string;
  /** Where it can be looked at. */
  to?: string;
}

/** Batches' are told without dashes. */
const ID = /^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/iu;
const ID_SHOWN = 8;
const LONGEST = 80;

const LABELS: Readonly<Record<string, SentenceId>> = {
  address: "audit.label_address",
  agent: "audit.label_agent",
  agents: "audit.label_agents",
  at_provider: "audit.label_at_provider",
  calls_at_once: "settings.limits_at_once",
  calls_per_minute: "settings.limits_minute",
  changed: "audit.label_changed",
  consent: "settings.rule_consent",
  currency: "audit.label_currency",
  holidays: "settings.rule_holidays",
  hours: "settings.rule_hours",
  lines: "audit.label_lines",
  name: "audit.label_name",
  needs_balance: "settings.limits_balance",
  numbers: "audit.label_numbers",
  origins: "audit.label_origins",
  outcome: "audit.label_outcome",
  password: "audit.label_password",
  prefix: "audit.label_prefix",
  problem: "audit.label_problem",
  provider: "audit.label_provider",
  recording: "settings.rule_recording",
  role: "settings.member_role",
  said: "audit.label_said",
  scope: "audit.label_scope",
  seconds: "audit.label_seconds",
  sentence: "audit.label_sentence",
  speaker: "audit.label_speaker",
  spend_per_day: "audit.label_spend_per_day",
  to: "audit.label_to",
  trunk: "audit.label_trunk",
  version: "audit.label_version",
  whole: "audit.label_whole",
  words: "audit.label_words",
};
/** Their values are codes; any other text was written by somebody, and stays as it is. */
const CODED = new Set(["consent", "holidays", "hours", "outcome", "problem", "recording", "scope"]);
const LIMITS = new Set(["calls_at_once", "calls_per_minute", "spend_per_day"]);
/** Worth saying only when they are so. */
const ONLY_IF_SO = new Set<string>(["password", "whole", "lines", "words"]);
/** Ids, and where the names of what they mean stand beside them. */
const NAMES: Readonly<Record<string, string>> = { agent: "agent_name", agents: "agent_names" };

export type AuditFacts = Pick<AuditEntry, "actor" | "act" | "subject" | "details">;

export function factsOf(told: AuditFacts, words: Words): Fact[] {
  const { actor, act, subject, details } = told;
  const own = ownIdOf(told);
  // Who did something with their own account stands there already.
  const facts: Fact[] = subject === null || subject === actor ? [] : [aboutOf({ ...told, subject }, words)];
  for (const [key, value] of Object.entries(details)) {
    if (Object.values(NAMES).includes(key) || isNothing(key, value) || (own === value && subject !== null)) continue;
    const name = details[NAMES[key] ?? ""];
    const shown = typeof name === "string" ? { ...short(name), whole: plainFacts(value) } : short(textOf(key, value, words));
    facts.push({ label: labelOf(key, words), ...shown, ...linked(act, key, String(value)) });
  }
  return facts;
}

/** What the act was done to, by its name, which leads to it. A call has none: it is called by its assistant's. */
function aboutOf({ act, subject, details }: AuditFacts & { subject: string }, words: Words): Fact {
  const name = details["agent_name"];
  const id = ownIdOf({ act, details });
  if (id !== undefined) return { ...short(subject), whole: id, ...linked(act, kindOf(act), id) };
  if (!ID.test(subject)) return short(named(act, subject, words));
  return { ...short(typeof name === "string" ? name : subject), whole: subject, ...linked(act, "call", subject) };
}

/** `agent.changed` names the assistant, and tells its id as `agent`. */
function ownIdOf({ act, details }: Pick<AuditFacts, "act" | "details">): string | undefined {
  const id = details[kindOf(act)];
  return typeof id === "string" && ID.test(id) ? id : undefined;
}

function kindOf(act: string): string {
  return act.slice(0, act.indexOf("."));
}

function named(act: string, subject: string, words: Words): string {
  return (act === "country_pack.changed" ? words.find(`settings.country_${subject}`) : undefined) ?? subject;
}

function isNothing(key: string, value: unknown): boolean {
  if (value === null) return !LIMITS.has(key);
  return value === "" || (ONLY_IF_SO.has(key) && !value);
}

function labelOf(key: string, words: Words): string {
  const id = LABELS[key];
  return id ? words.say(id) : key.replaceAll("_", " ");
}

function textOf(key: string, value: unknown, words: Words): string {
  if (value === null) return words.say("audit.value_unlimited");
  if (typeof value === "boolean") return words.say(value ? "audit.value_yes" : "audit.value_no");
  if (typeof value === "number") {
    if (key === "seconds") return words.duration(value);
    return words.number(key === "spend_per_day" ? value / 100 : value);
  }
  if (typeof value !== "string") return plainFacts(value);
  const coded = CODED.has(key) ? `audit.value_${value}` : key === "role" ? `access.role_${value}` : "";
  return words.find(coded) ?? value;
}

function short(text: string): Pick<Fact, "text" | "whole"> {
  const parts = text.split(" ");
  if (parts.every((part) => ID.test(part))) {
    return {
      text: parts
        .map((id) => `${id.slice(0, ID_SHOWN)}…`)
        .join(" ")
        .slice(0, LONGEST),
      whole: text,
    };
  }
  return text.length > LONGEST ? { text: `${text.slice(0, LONGEST)}…`, whole: text } : { text };
}

/** What has just been deleted is nowhere to be looked at. */
function linked(act: string, what: string, id: string): Pick<Fact, "to"> {
  const isGone = act === `${what}.deleted`;
  if (isGone || !ID.test(id)) return {};
  if (what === "call") return act.startsWith("call.") ? { to: paths.call(id) } : {};
  if (what === "agent") return { to: paths.agent(id) };
  return what === "batch" ? { to: paths.batch(id) } : {};
}
