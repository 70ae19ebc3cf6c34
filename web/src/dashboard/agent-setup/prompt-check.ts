/** What somebody who writes a prompt may want to know before a caller finds out. Pure. */
import { type AgentDocument, conversationOf, otherHours, type OtherHours } from "@ongea/contract";

export type Finding =
  /** Nobody fills it, unless the call's user data does. */
  | { kind: "variable"; name: string }
  /** It would be read aloud, sign by sign. */
  | { kind: "spoken"; text: string }
  | ({ kind: "hours" } & OtherHours);

const MOST = 8;
/** Those that every call knows. */
const KNOWN: ReadonlySet<string> = new Set(
  "agent_id execution_id call_sid from_number to_number current_date current_time timezone".split(" "),
);
/** Marks of written text, stage directions, addresses. */
const NOT_SPOKEN = /\*\*[^*]+\*\*|^#+ .*$|^[ \t]{0,20}[-*] .*$|\[[^\]\n]{1,80}\]|<[^>\n]{1,80}>|https?:\/\/\S+/gm;

export function findingsIn(document: AgentDocument): Finding[] {
  const { system_prompt: prompt } = conversationOf(document);
  const { agent_welcome_message: welcome } = document.agent_config;
  return [
    ...spokenIn(welcome),
    ...variablesIn(`${welcome}\n${prompt}`),
    ...otherHours(document).map((hours) => ({ kind: "hours" as const, ...hours })),
  ].slice(0, MOST);
}

function spokenIn(welcome: string): Finding[] {
  return Array.from(welcome.matchAll(NOT_SPOKEN), ([text]) => ({ kind: "spoken" as const, text: text.trim() }));
}

function variablesIn(text: string): Finding[] {
  const names = new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name));
  return [...names].filter((name) => !KNOWN.has(name)).map((name) => ({ kind: "variable", name }));
}
