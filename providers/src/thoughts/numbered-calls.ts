import type { Message } from "@ongea/conversation";

const DIGITS = 5;

/**
 * Calls of tools under ids that every service takes: nine letters and digits (Mistral's templates), none twice (Anthropic), the same in each
 * request. A result goes to the latest call of its id, for ids of models come again; one without a call is left out.
 */
export function withNumberedCalls(messages: readonly Message[]): Message[] {
  let calls = 0;
  const open = new Map<string, string>();
  return messages.flatMap((message): Message[] => {
    if (message.role === "tool-call") {
      const id = `call${String(++calls).padStart(DIGITS, "0")}`;
      open.set(message.id, id);
      return [{ ...message, id }];
    }
    if (message.role !== "tool-result") return [message];
    const id = open.get(message.id);
    open.delete(message.id);
    return id === undefined ? [] : [{ ...message, id }];
  });
}

/** Of what a model wrote; nothing, where it is no object: servers that read it refuse the request. */
export function inputOf(json: string): object {
  try {
    const input: unknown = JSON.parse(json || "{}");
    return typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
  } catch {
    return {};
  }
}
