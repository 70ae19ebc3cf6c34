/** llama.cpp as a script: what a model would write, without one. */
import { setTimeout as sleep } from "node:timers/promises";
import type { LlamaChat, LlamaEngine, LlamaSequence } from "../local/models/llama-engine.ts";

export interface LlamaRequest {
  history: readonly { type: string; text?: string; response?: string[] }[];
  /** GBNF that holds what is written, or undefined. */
  grammar: string | undefined;
  /** Where an answer that has begun is gone on with: what it begins with. */
  begun: string;
  options: Parameters<LlamaChat["generateResponse"]>[1];
}

/** Pieces of what is written, or a failure. */
export type Script = (asked: LlamaRequest) => Iterable<string> | AsyncIterable<string>;

export interface ScriptedLlama extends LlamaEngine {
  readonly asked: LlamaRequest[];
  /** How many are being answered now: more than one would share a sequence. */
  readonly writing: number;
  /** Tokens that were read: here each character is one. */
  readonly read: number;
}

/** Reads one token after the other, and forgets what does not come again. */
class ScriptedSequence implements LlamaSequence {
  readonly model = { tokenizer: "characters" };
  readonly contextSize = 20_000;
  read = 0;
  #tokens: number[] = [];

  get nextTokenIndex(): number {
    return this.#tokens.length;
  }

  async adaptStateToTokens(tokens: readonly number[]): Promise<void> {
    const different = this.#tokens.findIndex((token, at) => token !== tokens[at]);
    if (different >= 0) this.#tokens.length = different;
  }

  async evaluateWithoutGeneratingNewTokens(tokens: readonly number[]): Promise<void> {
    await sleep(1);
    this.read += tokens.length;
    this.#tokens.push(...tokens);
  }
}

/** `refuses`: grammars that hold this text are none. */
export function scriptedLlama(script: Script, refuses = "\0"): ScriptedLlama {
  const asked: LlamaRequest[] = [];
  const now = { writing: 0 };
  const sequence = new ScriptedSequence();
  class Chat implements LlamaChat {
    readonly sequence = sequence;
    readonly chatWrapper = {
      generateContextState: ({ chatHistory }: { chatHistory: readonly object[] }) => ({
        contextText: { tokenize: () => Array.from(JSON.stringify(chatHistory), (character) => character.charCodeAt(0)) },
      }),
    };

    async generateResponse(history: readonly object[], options: LlamaRequest["options"]): Promise<{ response: string }> {
      const items = history as LlamaRequest["history"];
      const grammar = (options.grammar as { grammar?: string } | undefined)?.grammar;
      const question = { history: items, grammar, begun: items.at(-1)?.response?.join("") ?? "", options };
      asked.push(question);
      options.signal.throwIfAborted();
      if (++now.writing > 1) throw new Error("a sequence is read by one at a time");
      let response = "";
      try {
        for await (const piece of script(question)) {
          if (options.signal.aborted) break;
          response += piece;
          options.onTextChunk?.(piece);
          await sleep(1);
        }
      } finally {
        now.writing--;
      }
      return { response };
    }
  }
  return {
    asked,
    get writing() {
      return now.writing;
    },
    get read() {
      return sequence.read;
    },
    LlamaChat: Chat,
    async getLlama() {
      return {
        loadModel: async () => ({ createContext: async () => ({ getSequence: () => ({}) }), dispose: async () => {} }),
        async createGrammar({ grammar }) {
          if (grammar.includes(refuses)) throw new Error("failed to parse grammar");
          return { grammar };
        },
      };
    },
  };
}
