/**
 * A language model before which stands a request not to be called again: it is proposed as a question, and done only after a yes. So it holds for
 * every model, in every language that a request is recognised in, and no model can forget it.
 */
import { entriesOf, isKeyOf } from "../../known-keys.ts";
import { besideThinking } from "../beside-thinking.ts";
import type { LanguageModel, Message, ThinkRequest, Thought } from "../../ports.ts";
import { agreesIn } from "../../turn/phrases/agreement.ts";
import { optOutIn } from "./recognise.ts";
import { SENTENCES, type Language } from "./sentences.ts";

/** Puts the person's number on the list. Run by the server; no assistant can have a tool of this name. */
export const OPT_OUT_TOOL = "opt-out:record";

/** "Sorry?" gets the question once more; a longer answer is the model's. */
const FEW_WORDS = 3;
/** So much of the question at least was heard before the caller spoke over it. */
const HEARD_SHARE = 0.4;

export function withOptOut(llm: LanguageModel): LanguageModel {
  return {
    ...besideThinking(llm),
    async *think(request, signal): AsyncIterable<Thought> {
      const answer = answerTo(request);
      if (answer) yield* answer;
      else yield* llm.think(request, signal);
    },
  };
}

/** Undefined: it is the model's to answer. */
function answerTo({ messages, language: current }: ThinkRequest): Thought[] | undefined {
  const last = messages.at(-1);
  if (last?.role === "tool-result" && last.name === OPT_OUT_TOOL) return afterTool(messages, last.result);
  if (last?.role !== "caller") return undefined;
  const asked = askedIn(messages, 1);
  const wanted = optOutIn(last.text);
  if (!asked) return wanted && question(wanted, current);
  // Whoever says it again has answered.
  const agrees = wanted ? true : agreesIn(last.text);
  if (agrees === true)
    return [
      { kind: "tool", id: `opt-out-${messages.length}`, name: OPT_OUT_TOOL, arguments: JSON.stringify({ language: asked }) },
    ];
  if (agrees === false) return [{ kind: "text", text: SENTENCES[asked].kept }];
  const isShort = last.text.trim().split(/\s+/u).length <= FEW_WORDS;
  return isShort && !askedIn(messages, 3) ? question(asked, current) : undefined;
}

function question(language: Language, current: string): Thought[] {
  return [
    ...(current.split("-")[0] === language ? [] : [{ kind: "language" as const, language }]),
    { kind: "expect", expected: [{ kind: "yes-no" }] },
    { kind: "text", text: SENTENCES[language].question },
  ];
}

function afterTool(messages: readonly Message[], result: string): Thought[] {
  const call = messages.findLast((message) => message.role === "tool-call" && message.name === OPT_OUT_TOOL);
  const language = languageIn(call?.role === "tool-call" ? call.arguments : "");
  return [{ kind: "text", text: SENTENCES[language][result === RECORDED ? "done" : "failed"] }];
}

/** What the tool answers when the number stands on the list. */
export const RECORDED = "recorded";

function languageIn(args: string): Language {
  const found = /"language":"(\w+)"/.exec(args)?.[1];
  return found !== undefined && isKeyOf(SENTENCES, found) ? found : "en";
}

/** The language of the question, where the assistant's words so many messages ago were it, or as much of it as was heard. */
function askedIn(messages: readonly Message[], before: number): Language | undefined {
  const said = messages.at(-1 - before);
  if (said?.role !== "assistant") return undefined;
  const text = said.text.replace(/[\s…—]+$/u, "");
  const isIt = ([, { question: whole }]: [string, { question: string }]): boolean =>
    said.text.includes(whole) || (said.cut === true && whole.startsWith(text) && text.length >= whole.length * HEARD_SHARE);
  return entriesOf(SENTENCES).find(isIt)?.[0];
}
