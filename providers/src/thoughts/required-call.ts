/**
 * A call that a model must make, written as JSON of the tool's schema. llama-server and Ollama hold an answer to a schema by a grammar, and a
 * required call not with every model: some write on until the last token that they may.
 */
import type { Thought, ThinkRequest, ToolDefinition } from "@ongea/conversation";

/** Of a request that must be answered with a call: its only tool. */
export function requiredTool({ tools, toolChoice }: ThinkRequest): ToolDefinition | undefined {
  return toolChoice === "required" && tools.length === 1 ? tools[0] : undefined;
}

/** An answer by the tool's schema as a call of it. Of a server that knows no schemas its words stay words. */
export async function* asCallOf(
  { name }: ToolDefinition,
  thoughts: AsyncIterable<Thought>,
): AsyncGenerator<Thought, void, undefined> {
  let answer = "";
  for await (const thought of thoughts) {
    if (thought.kind === "text") answer += thought.text;
    else yield thought;
  }
  if (answer.trim() === "") return;
  yield isJsonObject(answer) ? { kind: "tool", id: "call_0", name, arguments: answer.trim() } : { kind: "text", text: answer };
}

function isJsonObject(text: string): boolean {
  try {
    return text.trim().startsWith("{") && JSON.parse(text) !== null;
  } catch {
    return false;
  }
}
