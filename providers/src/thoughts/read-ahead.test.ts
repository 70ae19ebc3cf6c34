import type { ThinkRequest, Thought } from "@ongea/conversation";
import { expect, test, vi } from "vitest";
import { readingAhead } from "./read-ahead.ts";

const OWN = "http://127.0.0.1:8080/v1";
const request = (instructions: string): Omit<ThinkRequest, "messages"> => ({
  instructions,
  knowledge: [],
  tools: [],
  language: "en",
  localTime: "2026-11-30T09:41:00+03:00",
  settings: { maxTokens: 200, temperature: 0 },
});

/** A model that reads until it is told to stop. */
function reader(baseUrl = OWN) {
  const asked: { request: ThinkRequest; signal: AbortSignal }[] = [];
  const model = readingAhead(baseUrl, async function* (one, signal): AsyncGenerator<Thought> {
    asked.push({ request: one, signal });
    yield { kind: "text", text: "Hi" };
    if (one.settings.maxTokens > 1) return;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    throw new Error("aborted");
  });
  return { asked, model };
}

const drained = async (thoughts: AsyncIterable<Thought>): Promise<number> => {
  let count = 0;
  for await (const _ of thoughts) count++;
  return count;
};

test("a server of one's own reads a prompt when the call begins, once at a time, and stops when the caller is answered", async () => {
  const { asked, model } = reader();
  model.prepare?.(request("You are the desk of Lamu House."));
  model.prepare?.(request("You are the desk of Lamu House."));
  expect(asked).toHaveLength(1);
  expect(asked[0]?.request).toMatchObject({ instructions: "You are the desk of Lamu House.", settings: { maxTokens: 1 } });
  const messages = [{ role: "caller" as const, text: "When do you open?" }];
  const own = { ...request("You are the desk of Lamu House."), messages };
  expect(await drained(model.think(own, new AbortController().signal))).toBe(1);
  expect(asked[0]?.signal.aborted).toBe(true);
  await vi.waitFor(() => {
    model.prepare?.(request("You are the desk of Lamu House."));
    expect(asked).toHaveLength(3);
  });
});

test("a caller's question makes room for itself, whichever agent's prompt is being read", async () => {
  const { asked, model } = reader();
  model.prepare?.(request("You are the desk of a harbour."));
  const messages = [{ role: "caller" as const, text: "When do you open?" }];
  await drained(model.think({ ...request("You are the desk of Lamu House."), messages }, new AbortController().signal));
  expect(asked[0]?.signal.aborted).toBe(true);
});

test("at most four prompts are read ahead at once", () => {
  const { asked, model } = reader();
  for (let agent = 0; agent < 9; agent++) model.prepare?.(request(`Agent ${agent}`));
  expect(asked).toHaveLength(4);
});

test("a service that is paid by the token reads nothing ahead", () => {
  expect(reader("https://api.example.com/v1").model.prepare).toBeUndefined();
});
