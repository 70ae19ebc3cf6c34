/** A caller who asks not to be called again, as they are answered: on a virtual clock, with a model that knows nothing of it. */
import { expect, test } from "vitest";
import { ScriptedConversation, type ScriptedConversationOptions } from "../../testing/index.ts";
import { OPT_OUT_TOOL, RECORDED, withOptOut } from "./opt-out.ts";
import { SENTENCES } from "./sentences.ts";

function called({ result = RECORDED, ...options }: ScriptedConversationOptions & { result?: string } = {}) {
  const recorded: string[] = [];
  const call = new ScriptedConversation({
    ...options,
    parts: ({ llm }) => ({
      languageModels: [withOptOut(llm)],
      tools: { run: async ({ name }) => (recorded.push(name), { ok: result === RECORDED, result }) },
    }),
  });
  const says = async (text: string): Promise<string | undefined> => {
    await call.callerSays(text);
    await call.pass(9_000);
    return call.transcript.at(-1);
  };
  return { call, recorded, says };
}

test.each([
  ["please do not call again", "yes please", "en"],
  ["tafadhali usinipigie tena", "ndiyo", "sw"],
  ["ne m'appelez plus", "oui", "fr"],
  ["não me liguem mais", "sim", "pt"],
  ["لا تتصلوا بي مرة أخرى", "نعم", "ar"],
  ["ku daina kirana", "eh", "ha"],
  ["ẹ má pè mí mọ́", "bẹ́ẹ̀ni", "yo"],
  ["እባክዎ አትደውሉልኝ", "አዎ", "am"],
  ["ningangishayeli futhi", "yebo", "zu"],
] as const)("“%s” is proposed, and done after “%s”; no model is asked", async (request, yes, language) => {
  const { call, recorded, says } = called();
  await call.pass(500);
  expect(await says(request)).toBe(`assistant: ${SENTENCES[language].question}`);
  expect(recorded).toEqual([]);
  expect(await says(yes)).toBe(`assistant: ${SENTENCES[language].done}`);
  expect(recorded).toEqual([OPT_OUT_TOOL]);
  expect(call.llm.requests).toEqual([]);
});

test("after a no nothing is done, and the call goes on with the model", async () => {
  const { call, recorded, says } = called();
  await call.pass(500);
  await says("don't call me");
  expect(await says("no")).toBe(`assistant: ${SENTENCES.en.kept}`);
  expect(await says("when are you open")).toBe("assistant: All right.");
  expect(recorded).toEqual([]);
});

test("who does not understand is asked once more, and who says something else is answered by the model", async () => {
  const { call, recorded, says } = called();
  await call.pass(500);
  await says("no more calls please");
  expect(await says("sorry what")).toBe(`assistant: ${SENTENCES.en.question}`);
  expect(await says("well hmm")).toBe("assistant: All right.");
  await says("stop calling me");
  expect(await says("what I want is to book a visit for Friday")).toBe("assistant: All right.");
  expect(recorded).toEqual([]);
});

test("who says it again has said yes, and a list that cannot be written is told", async () => {
  const { call, recorded, says } = called({ result: "This took too long." });
  await call.pass(500);
  await says("take my name off your list");
  expect(await says("I said take my name off your list")).toBe(`assistant: ${SENTENCES.en.failed}`);
  expect(recorded).toEqual([OPT_OUT_TOOL]);
});

test("a name and a time are no request", async () => {
  for (const text of ["please don't call me Mrs Wanjiru", "call me later", "don't call me before nine"]) {
    const { call, recorded, says } = called();
    await call.pass(500);
    expect([text, await says(text)]).toEqual([text, "assistant: All right."]);
    expect(recorded).toEqual([]);
  }
});

test("a caller who hangs up at the question leaves no tool running", async () => {
  const { call, recorded } = called();
  await call.pass(500);
  await call.callerSays("stop calling me");
  await call.pass(700);
  call.line.callerHangsUp();
  await call.pass(5_000);
  expect(recorded).toEqual([]);
});
