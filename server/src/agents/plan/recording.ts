/** Whether a call may be recorded, and what its caller is told before: of the country's rule and the assistant's setting the stricter one. Pure. */
import { conversationOf, RECORDING_CONSENTS, type AgentDocument, type RecordingRule } from "@ongea/contract";
import type { Plan } from "@ongea/conversation";
import { ANNOUNCED, CONSENT_QUESTIONS } from "../../compliance/index.ts";
import { inLanguage } from "./plan.ts";

const UNKNOWN: Pick<RecordingRule, "consent" | "words"> = { consent: "announce", words: {} };

/** @param language BCP 47, that of the call's first words */
export function recordingOf(document: AgentDocument, language: string, rule = UNKNOWN): Pick<Plan, "recording"> {
  const { recording: own = "free" } = conversationOf(document).task_config;
  const consent = RECORDING_CONSENTS.indexOf(own) > RECORDING_CONSENTS.indexOf(rule.consent) ? own : rule.consent;
  if (consent === "free") return {};
  if (consent === "never") return { recording: { consent } };
  // Words of a workspace are those of its rule: a sentence that announces asks nothing.
  const written = consent === rule.consent ? writtenIn(rule.words) : {};
  return {
    recording: { consent, words: inLanguage({ ...(consent === "ask" ? CONSENT_QUESTIONS : ANNOUNCED), ...written }, language) },
  };
}

/** Words of a workspace, without the empty ones. */
export function writtenIn(words: RecordingRule["words"]): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([, text]) => text.trim() !== ""));
}
