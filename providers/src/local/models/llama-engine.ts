import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** Kept out of the product's own packages: its default install is 725 MB, this one 85 MB. */
const VERSION = "3.22.0";
const INSTALL_TIMEOUT_MS = 20 * 60_000;

/** What is used of `node-llama-cpp`. */
export interface LlamaEngine {
  getLlama(options: { build: "never"; gpu: false; logLevel: string }): Promise<Llama>;
  LlamaChat: new (options: { contextSequence: object }) => LlamaChat;
}

export interface Llama {
  loadModel(options: { modelPath: string }): Promise<{
    createContext(options: { contextSize: number; sequences: number; threads: number }): Promise<{ getSequence(): object }>;
    dispose(): Promise<void>;
  }>;
  /** GBNF; rejects what is none. */
  createGrammar(options: { grammar: string }): Promise<LlamaGrammar>;
}

/** Opaque; may be used for any number of answers. */
export type LlamaGrammar = object;

/** What a model has read, token by token: what comes again need not be read again. */
export interface LlamaSequence {
  readonly model: { tokenizer: unknown };
  /** In tokens. */
  readonly contextSize: number;
  /** How many it has read. */
  readonly nextTokenIndex: number;
  /** Forgets what is not the beginning of these. */
  adaptStateToTokens(tokens: readonly number[], allowShift: boolean): Promise<void>;
  /** Reads on; knows no abort. */
  evaluateWithoutGeneratingNewTokens(tokens: readonly number[]): Promise<void>;
}

/** Keeps nothing of a history but what the sequence has already read of it. */
export interface LlamaChat {
  readonly sequence: LlamaSequence;
  /** Writes a chat in the model's own way. */
  readonly chatWrapper: {
    generateContextState(options: { chatHistory: readonly object[] }): {
      contextText: { tokenize(tokenizer: unknown): number[] };
    };
  };
  /** A history that ends with the model's words is gone on with; `response` is what was added. */
  generateResponse(
    history: readonly object[],
    options: {
      signal: AbortSignal;
      /** What was written until an abort is the response; else it rejects. */
      stopOnAbortSignal: boolean;
      maxTokens: number;
      temperature: number;
      topP?: number;
      grammar?: LlamaGrammar;
      /** Ends the answer before any of these texts. */
      customStopTriggers?: readonly string[];
      budgets: { thoughtTokens: number };
      onTextChunk?(text: string): void;
    },
  ): Promise<{ response: string }>;
}

/** Installs the engine beside the models, with npm, without running any script of it. */
export async function installLlamaEngine(modelsFolder: string): Promise<void> {
  if (engineAddress(modelsFolder)) return;
  const folder = engineFolder(modelsFolder);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  const binary = `@node-llama-cpp/${platformOf()}@${VERSION}`;
  const args = ["install", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund", `node-llama-cpp@${VERSION}`, binary];
  await promisify(execFile)("npm", args, { cwd: folder, timeout: INSTALL_TIMEOUT_MS });
  if (!engineAddress(modelsFolder)) throw new Error("node-llama-cpp was installed but can't be found");
}

export async function loadLlamaEngine(modelsFolder: string): Promise<LlamaEngine> {
  const address = engineAddress(modelsFolder);
  if (!address) throw new Error("node-llama-cpp is not installed: npm run models -- pull a language model installs it");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- installed beside the program: the compiler sees no types of it
  return (await import(address)) as LlamaEngine;
}

function engineFolder(modelsFolder: string): string {
  return join(modelsFolder, ".engines", "llama");
}

function engineAddress(modelsFolder: string): string | undefined {
  try {
    return pathToFileURL(createRequire(join(engineFolder(modelsFolder), "package.json")).resolve("node-llama-cpp")).href;
  } catch {
    return undefined;
  }
}

function platformOf(): string {
  if (process.platform === "darwin") return process.arch === "arm64" ? "mac-arm64-metal" : "mac-x64";
  return `linux-${process.arch}`;
}
