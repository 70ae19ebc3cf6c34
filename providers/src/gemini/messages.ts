import type { Message, ThinkRequest } from "@ongea/conversation";
import { withCutMark, beganAt, beginning, hasNotes, instructionsOf, NOT_FINISHED, withNote } from "../thoughts/instructions.ts";
import { inputOf, withNumberedCalls } from "../thoughts/numbered-calls.ts";
import type { Signatures } from "./signatures.ts";

export type ContentPart =
  | { text: string }
  | { functionCall: { id?: string; name: string; args: object }; thoughtSignature?: string }
  | { functionResponse: { id?: string; name: string; response: { output: string } } };

export interface Content {
  role: "user" | "model";
  parts: ContentPart[];
}

/** Google's own word for a call that no answer of this model holds: the guard's, or another model's. */
const NOT_SIGNED = "skip_thought_signature_validator";

export interface History {
  signatures: Signatures;
  /** From Gemini 3 on the first call of an answer comes back signed. */
  needsSignatures: boolean;
}

/** Calls that came with one answer, and their results in the content after it, in the same order: not every call has an id. */
interface Step {
  id: string | undefined;
  calls: Content;
  results?: Content;
  /** Of the results; they count upwards with the calls. */
  answered: string[];
}

/**
 * The dialogue as Gemini wants it: the user begins and has the last word, a call follows a user or a result in one content with the words before
 * it, and its results are the next content, alone and as many as the calls.
 */
export function contentsOf(request: ThinkRequest, history: History): Content[] {
  const contents: Content[] = [];
  const began = beganAt(request.messages);
  const ids = request.messages.flatMap((message) => (message.role === "tool-call" ? [message.id] : []));
  const unanswered = new Map<string, { id?: string; name: string }>();
  let step: Step | undefined;
  const add = (role: Content["role"], part: ContentPart): Content => {
    const last = contents.at(-1);
    if (last?.role === role && !last.parts.some((one) => "functionResponse" in one)) {
      last.parts.push(part);
      return last;
    }
    const content = { role, parts: [part] };
    contents.push(content);
    return content;
  };
  const answer = (id: string, output: string): void => {
    const call = unanswered.get(id);
    if (!step || !call) return;
    unanswered.delete(id);
    if (!step.results) contents.push((step.results = { role: "user", parts: [] }));
    const at = step.answered.filter((one) => one < id).length;
    step.answered.splice(at, 0, id);
    step.results.parts.splice(at, 0, { functionResponse: { ...call, response: { output } } });
  };
  const answerAll = (): void => {
    for (const id of unanswered.keys()) answer(id, NOT_FINISHED);
  };
  if (request.callerNumber !== undefined || request.messages[0]?.role !== "caller") add("user", { text: beginning(request) });
  for (const message of withNumberedCalls(request.messages)) {
    if (message.role === "tool-call") {
      const signed = history.signatures.of(ids.shift() ?? "");
      const named = { ...(signed?.id === undefined ? {} : { id: signed.id }), name: message.name };
      const isSame = step !== undefined && (step.results === undefined || (signed !== undefined && signed.step === step.id));
      const signature = signed?.signature ?? (history.needsSignatures && !isSame ? NOT_SIGNED : undefined);
      const part: ContentPart = {
        functionCall: { ...named, args: inputOf(message.arguments) },
        ...(signature === undefined ? {} : { thoughtSignature: signature }),
      };
      if (step && isSame) step.calls.parts.push(part);
      else {
        answerAll();
        step = { id: signed?.step, calls: add("model", part), answered: [] };
      }
      unanswered.set(message.id, named);
    } else if (message.role === "tool-result") {
      answer(message.id, message.result || "done");
    } else {
      answerAll();
      const text = wordsOf(message, began);
      if (text === "") continue;
      step = undefined;
      add(message.role === "caller" ? "user" : "model", { text });
    }
  }
  answerAll();
  if (!hasNotes(request.messages)) noteLast(contents, instructionsOf(request).passing);
  // It continues no words of its own.
  if (contents.at(-1)?.role !== "user") add("user", { text: "…" });
  return contents;
}

function wordsOf(message: Extract<Message, { role: "caller" | "assistant" }>, began: string | undefined): string {
  return (message.role === "caller" ? withNote(message, began) : withCutMark(message)).trim();
}

/** What changes from turn to turn stands with the caller's last words, never with results. */
function noteLast(contents: Content[], passing: string): void {
  if (passing === "") return;
  const last = contents.at(-1);
  if (last?.role === "user" && last.parts.every((part) => "text" in part)) last.parts.unshift({ text: passing });
  else contents.push({ role: "user", parts: [{ text: passing }] });
}
