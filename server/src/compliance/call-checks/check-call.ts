/** How a call went by a rule, read from its journal. Pure. */
import type { CheckRuleDraft, Entry } from "@ongea/contract";
import { agreesIn, OPT_OUT_TOOL, optOutIn } from "@ongea/conversation";
import { phrasesOf } from "./phrases.ts";
import { type CheckedCall, type ReadCall, type Sentence, asksForSecret, earlier, momentOf } from "./read-call.ts";

export interface Checked {
  passed: boolean;
  /** Milliseconds since the call was answered; null: nowhere. */
  atMs: number | null;
}

const PASSED: Checked = { passed: true, atMs: null };
/** Whoever did not say it within so long has not said it at the beginning. */
const DISCLOSED_WITHIN_SECONDS = 30;
/** A secret is named in a question or a request, and no word there warns of telling it. `own`: secrets of the rule. */
export function findSecretRequest<One extends Sentence>(sentences: readonly One[], own: readonly string[]): One | undefined {
  return sentences.find((sentence) => sentence.asksSecret || (own.length > 0 && asksForSecret(sentence, own)));
}

/** Undefined: the rule does not concern the call. */
export function checkCall(rule: CheckRuleDraft, call: ReadCall): Checked | undefined {
  const { agents } = call;
  if (!concerns(rule, call)) return undefined;
  switch (rule.kind) {
    case "says":
      return within(momentOf(phrasesOf(rule.phrases), agents), rule.within_seconds);
    case "never_says":
      return failedAt(momentOf(phrasesOf(rule.phrases), agents));
    case "discloses_ai":
      return within(
        earlier(call.noPersonAtMs, momentOf(phrasesOf(rule.phrases), agents)),
        rule.within_seconds ?? DISCLOSED_WITHIN_SECONDS,
      );
    case "announces_recording":
      return call.isRecorded ? announced(call.entries) : undefined;
    case "asks_no_secrets":
      return failedAt(findSecretRequest(call.sentences, phrasesOf(rule.phrases))?.startMs);
    case "keeps_hours":
      return call.direction === "inbound" || call.isOutsideHours === undefined
        ? undefined
        : { passed: !call.isOutsideHours, atMs: null };
    case "honours_opt_out":
      return call.number === undefined ? undefined : optOutHonoured(call);
    // A language model decides it.
    case "judged":
      return undefined;
  }
}

export function concerns(rule: CheckRuleDraft, call: ReadCall): boolean {
  // An agent that has said nothing was in no conversation.
  return rule.applies_to !== "threads" && call.agents.length > 0 && isAmong(rule, call);
}

/** Its agent, country and direction are those of the rule. */
export function isAmong(
  { agent_ids, countries, direction }: CheckRuleDraft,
  one: Pick<CheckedCall, "direction" | "agentId" | "country">,
): boolean {
  return (
    (direction === "any" || direction === one.direction) &&
    (agent_ids.length === 0 || (one.agentId !== null && agent_ids.includes(one.agentId))) &&
    (countries.length === 0 || (one.country !== undefined && countries.includes(one.country)))
  );
}

function within(atMs: number | undefined, seconds: number | null): Checked {
  if (atMs === undefined) return { passed: false, atMs: null };
  return { passed: seconds === null || atMs <= seconds * 1_000, atMs };
}

function failedAt(atMs: number | undefined): Checked {
  return atMs === undefined ? PASSED : { passed: false, atMs };
}

/** What is kept was announced or agreed to; "left-out" and "off" keep nothing. */
function announced(entries: readonly Entry[]): Checked {
  const heard = entries.find((entry) => entry.kind === "recording" && (entry.how === "announced" || entry.how === "agreed"));
  return heard?.kind === "recording" ? { passed: true, atMs: heard.atMs } : { passed: false, atMs: null };
}

/** Who asks not to be called again is on the list: they said yes to the question, or had hung up before it; or they took it back. */
function optOutHonoured({ callers, optOutAt: askedAt, entries }: ReadCall): Checked | undefined {
  const asked = callers[askedAt];
  if (!asked) return undefined;
  const isRecorded = entries.some((entry) => entry.kind === "tool" && entry.name === OPT_OUT_TOOL && entry.ok);
  const next = callers[askedAt + 1];
  const isTakenBack = next !== undefined && agreesIn(next.text) === false;
  const isLast = callers.slice(askedAt).every(({ text }) => optOutIn(text) !== undefined);
  return { passed: isRecorded || isTakenBack || isLast, atMs: Math.round(asked.startMs) };
}
