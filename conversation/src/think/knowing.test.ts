import { expect, test } from "vitest";
import type { KnowledgePassage, LanguageModel, Message, Retriever, ThinkRequest, Thought } from "../ports.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import { questionOf, withKnowledge } from "./knowing.ts";

const leaflet: KnowledgePassage = {
  id: "a#1",
  source: "Leaflet.pdf",
  text: "Yellow fever certificates are issued on Wednesdays between two and four.",
};
const asked = (text: string): ThinkRequest =>
  ({ messages: [{ role: "caller", text }], knowledge: [] }) as unknown as ThinkRequest;
const finds = (...passages: KnowledgePassage[]): Retriever => ({ find: async () => passages });

function llm(...thoughts: Thought[]) {
  const given: ThinkRequest[] = [];
  const model: LanguageModel = {
    name: "a mind",
    async *think(request) {
      given.push(request);
      yield* thoughts;
    },
  };
  return { model, given };
}

async function thoughtsOf(thinking: AsyncIterable<Thought>): Promise<Thought[]> {
  const thoughts: Thought[] = [];
  for await (const thought of thinking) thoughts.push(thought);
  return thoughts;
}

test("the mind is given the passages that its caller's words ask for, and names the one that it used", async () => {
  const { model, given } = llm({ kind: "text", text: "Certificates are issued on Wednesdays. Shall I note one?" });
  const knowing = withKnowledge(model, finds(leaflet), new VirtualClock());
  const thoughts = await thoughtsOf(knowing.think(asked("When do you issue certificates?"), new AbortController().signal));
  expect(given[0]?.knowledge).toEqual([leaflet]);
  expect(thoughts.at(-1)).toEqual({ kind: "sources", ids: ["Leaflet.pdf"] });
});

test("a mind that names its sources has them told by their titles, each once", async () => {
  const { model } = llm({ kind: "text", text: "On Wednesdays." }, { kind: "sources", ids: ["a#1", "a#2"] });
  const two = finds(leaflet, { ...leaflet, id: "a#2" });
  const thoughts = await thoughtsOf(
    withKnowledge(model, two, new VirtualClock()).think(asked("When?"), new AbortController().signal),
  );
  expect(thoughts.filter(({ kind }) => kind === "sources")).toEqual([{ kind: "sources", ids: ["Leaflet.pdf"] }]);
});

test("an answer that has nothing of a passage does not name it", async () => {
  const { model } = llm({ kind: "text", text: "Good morning, who am I speaking to?" });
  const thoughts = await thoughtsOf(
    withKnowledge(model, finds(leaflet), new VirtualClock()).think(asked("Good morning"), new AbortController().signal),
  );
  expect(thoughts.map(({ kind }) => kind)).toEqual(["passages", "text"]);
});

test("a search that never answers, or fails, keeps nobody waiting for longer than 150 ms", async () => {
  const clock = new VirtualClock();
  const { model, given } = llm({ kind: "text", text: "One moment." });
  let aborted = false;
  const stalls: Retriever = {
    find: (_question, signal) => new Promise(() => signal.addEventListener("abort", () => (aborted = true))),
  };
  const thinking = thoughtsOf(
    withKnowledge(model, stalls, clock).think(asked("What does it cost?"), new AbortController().signal),
  );
  await clock.pass(149);
  expect(given).toEqual([]);
  await clock.pass(2);
  expect(await thinking).toHaveLength(1);
  expect(aborted).toBe(true);
  const fails: Retriever = { find: () => Promise.reject(new Error("gone")) };
  expect(
    await thoughtsOf(withKnowledge(model, fails, clock).think(asked("And now?"), new AbortController().signal)),
  ).toHaveLength(1);
});

test("a caller who goes on speaking ends the search", async () => {
  const over = new AbortController();
  const { model } = llm();
  const stalls: Retriever = { find: () => new Promise(() => undefined) };
  const thinking = thoughtsOf(withKnowledge(model, stalls, new VirtualClock()).think(asked("What does"), over.signal));
  over.abort();
  expect(await thinking).toEqual([]);
});

test("a short question takes along what was asked before it", () => {
  const messages: Message[] = [
    { role: "caller", text: "What are your opening hours in Mombasa" },
    { role: "assistant", text: "From eight to five." },
    { role: "caller", text: "and on Saturdays" },
  ];
  expect(questionOf(messages)).toContain("Mombasa");
  expect(questionOf([])).toBe("");
});

test("a small knowledge base is given whole, the same in each request, to a model that reads it whole", async () => {
  const clock = new VirtualClock();
  const { model, given } = llm({ kind: "text", text: "On Wednesdays." });
  const retriever = { ...finds(), whole: () => Promise.resolve([leaflet]) };
  const reading = withKnowledge({ ...model, readsWholeKnowledge: true }, retriever, clock);
  const never = new AbortController().signal;
  const thoughts = [
    ...(await thoughtsOf(reading.think(asked("Hello"), never))),
    ...(await thoughtsOf(reading.think(asked("When?"), never))),
  ];
  expect(given.map(({ knowledgeBase, knowledge }) => ({ knowledgeBase, knowledge }))).toEqual(
    Array.from({ length: 2 }, () => ({ knowledgeBase: [leaflet], knowledge: [] })),
  );
  expect(thoughts.filter(({ kind }) => kind === "passages")).toHaveLength(2);
  expect(clock.pending).toBe(0);
});

test.each([
  ["is too large", () => Promise.resolve([])],
  ["cannot be read", () => Promise.reject(new Error("away"))],
  ["comes too late for the first answer", () => new Promise<never>(() => {})],
])("a knowledge base that %s is searched for each question", async (_what, whole) => {
  const clock = new VirtualClock();
  const { model, given } = llm({ kind: "text", text: "On Wednesdays." });
  const reading = withKnowledge({ ...model, readsWholeKnowledge: true }, { ...finds(leaflet), whole }, clock);
  const thinking = thoughtsOf(reading.think(asked("When?"), new AbortController().signal));
  await clock.pass(200);
  await thinking;
  expect(given).toEqual([expect.objectContaining({ knowledge: [leaflet] })]);
  expect(given[0]?.knowledgeBase).toBeUndefined();
});
