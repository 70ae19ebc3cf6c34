import { expect, test } from "vitest";
import { choose } from "../speech-hosts/choices.ts";
import { knownModels } from "@ongea/providers/hosts";
import { openSpeech } from "./speech.ts";

test("models that are there later are lent to the conversations that begin then, and those that run keep what they have", () => {
  const speech = openSpeech({ sockets: { builtin: "/nowhere/builtin.sock" }, choices: choose({}, []) });
  const before = speech.lend("en", {});
  expect(before.recognisers.map(({ name }) => name)).toEqual(["PocketSphinx"]);
  const models = knownModels().filter(({ id }) => ["whisper-base-int8", "smart-turn-v3.2-cpu"].includes(id));
  speech.renew({
    sockets: { builtin: "/nowhere/builtin.sock", local: "/nowhere/local-1.sock" },
    choices: choose({}, models),
  });
  const after = speech.lend("en", {});
  expect(after.recognisers.map(({ name }) => name)).toEqual(["whisper-base-int8", "PocketSphinx"]);
  expect(after.endOfTurn?.name).toBe("smart-turn-v3.2-cpu");
  expect(before.recognisers).toHaveLength(1);
});

test("a realtime model hears and thinks first, anew in each call, and all others stand behind it", () => {
  const speech = openSpeech({ sockets: { builtin: "/nowhere/builtin.sock" }, choices: choose({}, []) });
  const realtime = { use: "openai" as const, apiKey: "k", model: "gpt-realtime-2.1" };
  const lent = { recognisers: [], languageModels: [], voices: [], realtime };
  const [one, other] = [speech.lend("en", { lent }), speech.lend("en", { lent })];
  expect(one.recognisers.map(({ name }) => name)).toEqual(["openai gpt-4o-mini-transcribe", "PocketSphinx"]);
  expect(one.languageModels[0]?.name).toBe("openai gpt-realtime-2.1");
  expect(one.languageModels).toHaveLength(2);
  expect(one.languageModels[0]).not.toBe(other.languageModels[0]);
  expect(one.languageModels[1]).toBe(other.languageModels[1]);
});
