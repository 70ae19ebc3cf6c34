import type { LlamaChat } from "../models/llama-engine.ts";

/** Read in one go, which cannot be given up: half a second of a small model. */
const PIECE_TOKENS = 32;

/**
 * Reads what is to be answered, in pieces, and stops when nobody wants the answer any more: llama.cpp reads to the end by itself, while others wait.
 * What was read stays read. A history that is too long for the context is left to llama.cpp, which shortens or refuses it.
 */
export async function readAhead(
  { chatWrapper, sequence }: LlamaChat,
  history: readonly object[],
  signal: AbortSignal,
): Promise<void> {
  const chatHistory = [...history, { type: "model", response: [] }];
  const written = chatWrapper.generateContextState({ chatHistory }).contextText.tokenize(sequence.model.tokenizer);
  if (written.length >= sequence.contextSize) return;
  // The last is read by whoever writes on.
  const tokens = written.slice(0, -1);
  await sequence.adaptStateToTokens(tokens, false);
  while (sequence.nextTokenIndex < tokens.length && !signal.aborted) {
    const from = sequence.nextTokenIndex;
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(from, from + PIECE_TOKENS));
    if (sequence.nextTokenIndex <= from) return;
  }
}
