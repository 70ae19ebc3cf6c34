/** A mind that is given, each time it thinks, the passages of the knowledge that its caller's words ask for. */
import { besideThinking } from "./beside-thinking.ts";
import type { CallerNote, Clock, KnowledgePassage, LanguageModel, Message, Retriever, Thought } from "../ports.ts";

/** Speech does not wait longer: an answer without passages is better than dead air. */
const SPOKEN_WAIT_MS = 150;
/** Whoever writes waits for seconds anyway: an answer that knows is better. */
export const WRITTEN_WAIT_MS = 3_000;
/** A question of fewer words may be about what was said before it ("and on Saturdays?"). */
const FEW_WORDS = 6;
/** So much of a sentence's words must stand in a passage for the sentence to come from it. */
const SHARE_TAKEN = 0.6;
const FEWEST_WORDS = 3;

export function withKnowledge(llm: LanguageModel, retriever: Retriever, clock: Clock, waitMs = SPOKEN_WAIT_MS): LanguageModel {
  /** What was found for each of the caller's turns: it stays with their words. */
  const given: Given = new WeakMap();
  const wholeKnowledge = llm.readsWholeKnowledge ? wholeOf(retriever, clock, waitMs) : undefined;
  return {
    ...besideThinking(llm),
    async *think(request, signal): AsyncIterable<Thought> {
      const whole = wholeKnowledge ? await wholeKnowledge() : [];
      if (whole.length > 0) {
        yield { kind: "passages", passages: whole };
        return yield* citing(llm.think({ ...request, knowledgeBase: whole }, signal), whole);
      }
      const question = questionOf(request.messages);
      const found = question === "" ? [] : await passagesFor(question, { retriever, clock, waitMs, signal });
      const last = request.messages.findLast((message) => message.role === "caller");
      // Of words that went on meanwhile, what was found for all of them counts.
      if (last?.note && found.length > 0 && given.get(last.note)?.question !== question)
        given.set(last.note, { question, passages: found });
      const messages = withPassages(request.messages, given);
      if (found.length === 0) return yield* llm.think({ ...request, messages }, signal);
      yield { kind: "passages", passages: found };
      yield* citing(llm.think({ ...request, messages, knowledge: [...request.knowledge, ...found] }, signal), found);
    },
  };
}

/** Asked for when the call begins; what is not there for the first answer is not taken later, for the prompt stays the same. */
function wholeOf(retriever: Retriever, clock: Clock, waitMs: number): () => Promise<readonly KnowledgePassage[]> {
  const asked = Promise.resolve()
    .then(() => retriever.whole?.(new AbortController().signal) ?? [])
    .catch(() => []);
  let decided: Promise<readonly KnowledgePassage[]> | undefined;
  return () =>
    (decided ??= new Promise((resolve) => {
      const timer = clock.at(clock.now() + waitMs, () => resolve([]));
      void asked.then((passages) => {
        timer.cancel();
        resolve(passages);
      });
    }));
}

type Given = WeakMap<CallerNote, { question: string; passages: readonly KnowledgePassage[] }>;

/** Only where the words have a note: models that are given none find the passages in the request. */
function withPassages(messages: readonly Message[], given: Given): readonly Message[] {
  return messages.map((message): Message => {
    if (message.role !== "caller" || !message.note) return message;
    const found = given.get(message.note);
    return found ? { ...message, note: { ...message.note, passages: found.passages } } : message;
  });
}

/** The caller's last words; with those before them where they are few. */
export function questionOf(messages: readonly Message[]): string {
  const said = messages.flatMap((message) => (message.role === "caller" ? [message.text] : []));
  const last = said.at(-1) ?? "";
  const before = said.at(-2);
  return before !== undefined && last.split(/\s+/).length < FEW_WORDS ? `${last} ${before}` : last;
}

interface Asking {
  retriever: Retriever;
  clock: Clock;
  waitMs: number;
  signal: AbortSignal;
}

/** Never rejects: what cannot be had in time is not there. */
function passagesFor(question: string, { retriever, clock, waitMs, signal }: Asking): Promise<readonly KnowledgePassage[]> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const done = (passages: readonly KnowledgePassage[]): void => {
      timer.cancel();
      signal.removeEventListener("abort", giveUp);
      resolve(passages);
    };
    const giveUp = (): void => {
      over.abort();
      done([]);
    };
    const timer = clock.at(clock.now() + waitMs, giveUp);
    if (signal.aborted) return giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    const search = async (): Promise<void> => {
      try {
        done(await retriever.find(question, over.signal));
      } catch {
        done([]);
      }
    };
    void search();
  });
}

/** Sources by their names: those that the mind names itself, else those whose words it used. */
async function* citing(thoughts: AsyncIterable<Thought>, passages: readonly KnowledgePassage[]): AsyncIterable<Thought> {
  const names = new Map(passages.map(({ id, source }) => [id, source]));
  let text = "";
  let hasNamed = false;
  for await (const thought of thoughts) {
    if (thought.kind === "text") text += thought.text;
    if (thought.kind === "sources") {
      hasNamed = true;
      yield { kind: "sources", ids: [...new Set(thought.ids.map((id) => names.get(id) ?? id))] };
    } else yield thought;
  }
  const used = hasNamed ? [] : usedIn(text, passages);
  if (used.length > 0) yield { kind: "sources", ids: used };
}

function usedIn(text: string, passages: readonly KnowledgePassage[]): string[] {
  const sentences = text
    .split(/[.!?]+/)
    .map(wordsIn)
    .filter(({ size }) => size >= FEWEST_WORDS);
  const known = passages.map(({ source, text: passage }) => ({ source, words: wordsIn(passage) }));
  const used = new Set<string>();
  for (const sentence of sentences) {
    for (const { source, words } of known) {
      const shared = [...sentence].filter((word) => words.has(word)).length;
      if (shared >= FEWEST_WORDS && shared / sentence.size >= SHARE_TAKEN) used.add(source);
    }
  }
  return [...used];
}

/** Words that mean something: numbers, and words of four letters and more. */
function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{N}+|\p{L}{4,}/gu) ?? []);
}
