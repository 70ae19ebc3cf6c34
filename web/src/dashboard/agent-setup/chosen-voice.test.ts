import { expect, test } from "vitest";
import { chosenVoice, voiceChanges } from "./chosen-voice.ts";

function document(voice: object): object {
  const provider_config = { voice: "Amara", ...voice };
  return { agent_config: { tasks: [{ tools_config: { synthesizer: { provider: "elevenlabs", provider_config } } }] } };
}

test("the editor shows the voice that a call speaks with: the id of an imported document before its name", () => {
  expect(chosenVoice(document({}))).toBe("Amara");
  expect(chosenVoice(document({ voice_id: "" }))).toBe("Amara");
  expect(chosenVoice(document({ voice_id: "v-imported" }))).toBe("v-imported");
});

test("a voice that is chosen takes the place of an imported id, which would win over it", () => {
  const written = (voice: object, id: string, provider?: string) =>
    Object.fromEntries(voiceChanges(document(voice), id, provider).map(([path, value]) => [path.at(-1), value]));
  expect(written({ voice_id: "v-imported" }, "v-new", "cartesia")).toEqual({
    provider: "cartesia",
    voice: "v-new",
    voice_id: "v-new",
  });
  expect(written({ voice_id: "v-imported" }, "")).toEqual({ voice: "", voice_id: "" });
  expect(written({}, "v-new")).toEqual({ voice: "v-new" });
});
