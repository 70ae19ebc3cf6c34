/** The dialogue as pairs: what the agent said, as far as it was heard, and what the caller answered. */
import type { Message } from "../ports.ts";
import { agreesIn } from "../turn/phrases/agreement.ts";
import { read, type Finding } from "./find-value.ts";
import { wordsIn } from "./folded.ts";

export interface Exchange {
  agent: string;
  caller: string;
  confidence: number | undefined;
  /** Of the caller's words among the messages. */
  at: number;
}

export function exchangesIn(messages: readonly Message[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let agent = "";
  let hasUsedTool = false;
  for (const [at, message] of messages.entries()) {
    hasUsedTool ||= message.role === "tool-result";
    if (message.role === "assistant") agent += `${agent === "" ? "" : "\n"}${message.text}`;
    if (message.role !== "caller") continue;
    const last = exchanges.at(-1);
    // What is said in two breaths is one answer.
    if (agent === "" && last && !hasUsedTool) {
      last.caller += ` ${message.text}`;
      last.at = at;
    } else exchanges.push({ agent, caller: message.text, confidence: message.confidence, at });
    agent = "";
    hasUsedTool = false;
  }
  return exchanges;
}

/** Of a longer answer: "yes, that is correct, please book it for me". */
const YES = new Set(
  wordsIn(
    "yes yeah yep yup correct right exactly perfect absolutely sure okay ok fine ndiyo ndio naam sawa sahihi oui exact exactement parfait sim certo correto نعم صح صحيح تمام eh ee haka be ni beeni አዎ አዎን ትክክል እሺ yebo kulungile",
  ),
);
const YES_PHRASES =
  /\b(?:go ahead|please do|book it|do it|sounds good|that works|c'est (?:ca|bon|exact|correct)|ni sawa|ni sahihi)\b/u;
const NO = new Set(
  wordsIn("no nope not wrong incorrect don't never wait hapana siyo sio non pas faux nao لا خطأ a'a aa rara አይ አይደለም cha qha"),
);
const BUT = new Set(
  wordsIn("but actually instead rather change except lakini badala badilisha mais plutot mas لكن amma sugbon ግን kodwa"),
);
/** These hold a no and mean a yes. */
const NO_TROUBLE =
  /\b(?:no (?:problem|worries|wahala)|hakuna (?:shida|matata)|pas de (?:probleme|souci)|sem problema|why not|pourquoi pas)\b|لا (?:مانع|باس)/gu;
/** "No dia três": on the third. */
const NOT_NO: Readonly<Record<string, string>> = { pt: "no" };
const DISPUTES = new Set(
  wordsIn(
    "wrong incorrect mistake change instead actually rather cancel forget stop kosa badala badilisha ghairi acha faux erreur changez plutot annulez errado mudar خطأ غير alapu kuskure asise ስህተት",
  ),
);
/** A yes stands at the beginning, within so many words. */
const YES_WITHIN = 4;
const MOST_WORDS = 12;

/** Whether these words answer a read-back with yes; a no, or a yes with a but, is none. */
export function saysYes(exchange: Pick<Exchange, "agent" | "caller">, finding: Finding): boolean {
  const { reading, context } = finding;
  const known = answers.get(reading) ?? new Map<string, boolean>();
  answers.set(reading, known);
  const key = `${context.language}\n${exchange.agent}\n${exchange.caller}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= MOST_REMEMBERED) known.clear();
  const isYes = saysYesAnew(exchange, finding);
  known.set(key, isYes);
  return isYes;
}

/** Of each guard's reader: a call's answers are judged again at every tool call. */
const answers = new WeakMap<Finding["reading"], Map<string, boolean>>();
const MOST_REMEMBERED = 1_000;

function saysYesAnew({ agent, caller }: Pick<Exchange, "agent" | "caller">, finding: Finding): boolean {
  const words = answerWords(caller, finding);
  if (words.length === 0) return false;
  if (words.some((word) => NO.has(word) || BUT.has(word))) return false;
  const agrees = agreesIn(caller);
  if (agrees !== undefined) return agrees;
  // A question answers nothing: "so you're sure?"
  if (/[?؟]/u.test(caller) || words.length > MOST_WORDS) return false;
  const found = read({ text: caller, asked: agent }, "yes-no", finding);
  if (found.includes(false)) return false;
  return found.includes(true) || words.slice(0, YES_WITHIN).some((word) => YES.has(word)) || YES_PHRASES.test(words.join(" "));
}

/** A no, or a yes with a but. */
export function hedges({ caller }: Pick<Exchange, "caller">, finding: Finding): boolean {
  return agreesIn(caller) === false || answerWords(caller, finding).some((word) => NO.has(word) || BUT.has(word));
}

/** Takes back what was said before: "actually", "instead", "that is wrong". */
export function disputes({ caller }: Pick<Exchange, "caller">): boolean {
  return wordsIn(caller).some((word) => DISPUTES.has(word));
}

function answerWords(caller: string, { context }: Finding): string[] {
  const notNo = NOT_NO[context.language.split("-")[0] ?? ""];
  const words = wordsIn(wordsIn(caller).join(" ").replace(NO_TROUBLE, "yes"));
  return words.filter((word) => word !== notNo);
}
