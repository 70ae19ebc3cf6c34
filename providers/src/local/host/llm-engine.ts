import { join } from "node:path";
import { ProviderFailure } from "@ongea/conversation";
import { z } from "zod";
import { problemOf } from "../../host/serve.ts";
import type { Outlet, SpeechEngine } from "../../host/speech-engine.ts";
import { Turnstile } from "../../host/turnstile.ts";
import type { ModelDescription } from "../models/description.ts";
import type { InstalledModel } from "../models/installed.ts";
import type { LlamaEngine, LlamaSession } from "../models/llama-engine.ts";

const MAX_WAITING = 16;
const MAX_CHARACTERS = 60_000;

const thinkRequest = z.object({
  instructions: z.string().max(MAX_CHARACTERS),
  knowledge: z.array(z.object({ text: z.string().max(MAX_CHARACTERS) })).max(50),
  messages: z
    .array(z.looseObject({ role: z.string(), text: z.string().max(MAX_CHARACTERS).optional(), result: z.string().optional() }))
    .max(500),
  settings: z.object({ maxTokens: z.number().int().min(1).max(4_096), temperature: z.number(), topP: z.number().optional() }),
});
type Thinking = z.output<typeof thinkRequest>;

/** LLM: a small language model by llama.cpp, one answer at a time. It knows no tools and must be told everything. */
export async function createLlmEngine(
  engine: LlamaEngine,
  { folder }: InstalledModel,
  description: ModelDescription & { engine: "llama" },
  threads: number,
): Promise<SpeechEngine> {
  const llama = await engine.getLlama({ build: "never", gpu: false, logLevel: "error" });
  const model = await llama.loadModel({ modelPath: join(folder, description.parts.model) });
  const context = await model.createContext({ contextSize: description.contextTokens, sequences: 1, threads });
  const contextSequence = context.getSequence();
  const turnstile = new Turnstile(1, MAX_WAITING);
  const think = async (asked: Thinking, client: Outlet, signal: AbortSignal): Promise<void> => {
    const leave = await turnstile.enter(signal);
    const session = new engine.LlamaChatSession({ contextSequence, systemPrompt: systemPrompt(asked) });
    try {
      await answer(session, asked, client, signal);
    } finally {
      session.dispose({ disposeSequence: false });
      leave();
    }
  };
  return {
    open(options, client) {
      const parsed = thinkRequest.safeParse(options);
      if (!parsed.success) throw new ProviderFailure("refused", "a request that is not understood");
      const stop = new AbortController();
      think(parsed.data, client, stop.signal).then(
        () => client.end(),
        (error: unknown) => client.end(problemOf(error)),
      );
      return { told() {}, close: () => stop.abort() };
    },
    describe: () => ({ id: description.id, name: description.name }),
    close: () => model.dispose(),
  };
}

async function answer(
  session: LlamaSession,
  { messages, settings }: Thinking,
  client: Outlet,
  signal: AbortSignal,
): Promise<void> {
  const said = messages.filter(({ role, text }) => (role === "caller" || role === "assistant") && text);
  const last = said.at(-1)?.role === "caller" ? said.pop() : undefined;
  session.setChatHistory(
    said.map(({ role, text }) => (role === "caller" ? { type: "user", text } : { type: "model", response: [text] })),
  );
  await session.prompt(last?.text ?? "Hello", {
    signal,
    stopOnAbortSignal: true,
    maxTokens: settings.maxTokens,
    temperature: settings.temperature,
    ...(settings.topP === undefined ? {} : { topP: settings.topP }),
    onTextChunk: (text: string) => client.tell({ text }),
  });
}

function systemPrompt({ instructions, knowledge }: Thinking): string {
  const facts = knowledge.map(({ text }) => `- ${text}`).join("\n");
  return `${instructions}\nAnswer in one short spoken sentence.${facts ? `\nRely on these facts only:\n${facts}` : ""}`;
}
