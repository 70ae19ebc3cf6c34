/** How a part of a thread went by a rule, read from its messages. Pure. */
import type { CheckRuleDraft } from "@ongea/contract";
import { agreesIn, optOutIn } from "@ongea/conversation";
import { keywordIn } from "../../do-not-call/keywords.ts";
import { findSecretRequest, isAmong } from "../check-call.ts";
import { saysNoPerson, sentencesOf } from "../read-call.ts";
import { phrasesOf, placeOf, wordsOf } from "../phrases.ts";

export interface WrittenMessage {
  id: string;
  author: "contact" | "agent" | "person";
  text: string;
  /** The organisation began with it; what it writes first is no answer of the agent. */
  begins: boolean;
  /** We began with it, where nobody is written to at that hour; undefined: it is an answer, or no hours hold there. */
  isOutsideHours: boolean | undefined;
}

/** What was written since the check before. */
export interface CheckedPart {
  /** Who wrote first. */
  direction: "inbound" | "outbound";
  agentId: string | null;
  /** ISO 3166, of the person's number. */
  country: string | undefined;
  /** What the agent wrote in the thread before: it still stands there. The oldest first, and its first answer among them. */
  earlier: readonly Pick<WrittenMessage, "text" | "begins">[];
  /** The oldest first. */
  messages: readonly WrittenMessage[];
  /** The address is on the do-not-call list; undefined: nobody is written to there first. */
  isListed: boolean | undefined;
}

export interface CheckedInWriting {
  passed: boolean;
  /** The message that decided it; null: none did. */
  messageId: string | null;
}

const PASSED: CheckedInWriting = { passed: true, messageId: null };
const FAILED: CheckedInWriting = { passed: false, messageId: null };

/** Undefined: the rule does not concern the part. */
export function checkThread(rule: CheckRuleDraft, part: CheckedPart): CheckedInWriting | undefined {
  if (!concernsThread(rule, part)) return undefined;
  const phrases = phrasesOf(rule.phrases);
  const says = ({ text }: { text: string }): boolean => placeOf(phrases, wordsOf(text)) !== undefined;
  const agents = part.messages.filter(({ author }) => author === "agent");
  switch (rule.kind) {
    case "says":
      return written(part.earlier, agents, { says, isFirst: rule.within_seconds !== null });
    case "discloses_ai": {
      // Nobody speaks with an agent that only sends what the organisation began with.
      const answers = agents.filter(({ begins }) => !begins);
      if (answers.length === 0) return undefined;
      const before = part.earlier.filter(({ begins }) => !begins);
      return written(before, answers, { says: (one) => saysNoPerson(one.text) || says(one), isFirst: true });
    }
    case "never_says":
      return failedAt(agents.find(says));
    case "asks_no_secrets":
      return failedAt(agents.find(({ text }) => findSecretRequest(sentencesOf(text), phrases)));
    case "keeps_hours":
      return part.messages.some(({ isOutsideHours }) => isOutsideHours !== undefined)
        ? failedAt(part.messages.find(({ isOutsideHours }) => isOutsideHours))
        : undefined;
    case "honours_opt_out":
      return part.isListed === undefined ? undefined : optOutHonoured(part.messages, part.isListed);
    // Nothing is recorded; a language model decides the other.
    case "announces_recording":
    case "judged":
      return undefined;
  }
}

/** An agent that has written nothing was in no conversation. */
export function concernsThread(rule: CheckRuleDraft, part: CheckedPart): boolean {
  return rule.applies_to !== "calls" && part.messages.some(({ author }) => author === "agent") && isAmong(rule, part);
}

/** There are no seconds in writing: what is to be said soon is in the agent's first message, what was written once stands there. */
function written(
  earlier: CheckedPart["earlier"],
  agents: readonly WrittenMessage[],
  { says, isFirst }: { says: (one: { text: string }) => boolean; isFirst: boolean },
): CheckedInWriting {
  const before = earlier.slice(0, isFirst ? 1 : undefined);
  if (before.some(says)) return PASSED;
  if (isFirst && before.length > 0) return FAILED;
  const found = agents.slice(0, isFirst ? 1 : undefined).find(says);
  return found ? { passed: true, messageId: found.id } : FAILED;
}

function failedAt(message: WrittenMessage | undefined): CheckedInWriting {
  return message ? { passed: false, messageId: message.id } : PASSED;
}

/** Who wants to hear no more is on the list, has taken it back, or the agent has written nothing since. */
function optOutHonoured(messages: readonly WrittenMessage[], isListed: boolean): CheckedInWriting | undefined {
  const at = messages.findIndex(({ author, text }) => author === "contact" && wantsOut(text));
  const asked = messages[at];
  if (!asked) return undefined;
  const since = messages.slice(at + 1);
  const theirs = since.filter(({ author }) => author === "contact");
  const isTakenBack =
    (theirs[0] !== undefined && agreesIn(theirs[0].text) === false) || theirs.some(({ text }) => keywordIn(text) === "start");
  const isLast = since.every(({ author }) => author !== "agent");
  return { passed: isListed || isTakenBack || isLast, messageId: asked.id };
}

function wantsOut(text: string): boolean {
  return keywordIn(text) === "stop" || optOutIn(text) !== undefined;
}
