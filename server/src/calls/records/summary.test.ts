import { randomUUID } from "node:crypto";
import { Execution, type Entry } from "@ongea/contract";
import { expect, test } from "vitest";
import type { CallRow } from "./store.ts";
import { summarise } from "./summary.ts";
import { storedProvider, wireExecution } from "./wire-execution.ts";

const at = new Date("2026-11-21T09:00:00Z");
const row: CallRow = {
  id: randomUUID(),
  workspaceId: randomUUID(),
  agentId: randomUUID(),
  agentName: "Desk",
  status: "completed",
  provider: "sip",
  direction: "outbound",
  fromNumber: "+254711000001",
  toNumber: "+254711000002",
  userData: { name: "Asha" },
  createdAt: at,
  updatedAt: at,
  initiatedAt: at,
  answeredAt: at,
  endedAt: at,
  durationSeconds: 12,
  transcript: "assistant: Hello",
  errorMessage: null,
  hangupBy: "Callee",
  hangupReason: "Normal Hangup",
  hangupCode: 4_000,
  recording: "a.wav",
  recordingClosed: true,
  cost: { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 },
  latency: null,
  weave: null,
  scheduledAt: null,
  batchId: null,
  transfer: null,
  redactedAt: null,
  ownerId: null,
  person: null,
  gate: [],
  traits: {},
  measures: null,
  tags: [],
  notes: 0,
  line: null,
};
const turn = (index: number, delays?: Extract<Entry, { kind: "turn" }>["delays"]): Entry => ({
  kind: "turn",
  by: "assistant",
  index,
  text: "Hello",
  startMs: 100,
  endMs: 900,
  loudness: [],
  ...(delays && { delays }),
});

test("a call says each stage's milliseconds of each answer, and nothing of stages that an answer did not pass", () => {
  const { latency } = summarise(
    [
      turn(0),
      turn(2, {
        speechEndMs: 1_000,
        wordsFinalMs: 1_020.12,
        thinkStartMs: 1_050,
        firstTokenMs: 1_687,
        firstClauseMs: 1_700,
        firstAudioMs: 1_999,
      }),
      turn(4, { speechEndMs: 5_000, wordsFinalMs: 4_990, thinkStartMs: 5_000 }),
    ],
    2_000,
  );
  expect(latency).toMatchObject({
    transcriber: {
      time_to_connect: null,
      turns: [
        { turn: 2, turn_latency: [{ sequence_id: 2, audio_to_text_latency: 20.1 }] },
        { turn: 4, turn_latency: [{ sequence_id: 4, audio_to_text_latency: 0 }] },
      ],
    },
    llm: { turns: [{ turn: 2, time_to_first_token: 637, time_to_last_token: null }] },
    synthesizer: { turns: [{ turn: 2, time_to_first_token: 299, time_to_last_token: null }] },
  });
  expect(Execution.safeParse(wireExecution({ ...row, latency }, "https://ongea.example")).success).toBe(true);
});

test("a call that ended before stages were measured is read as one whose stages are not known", () => {
  const old = { time_to_first_audio: 130, turns: [] };
  const { latency_data } = Execution.parse(wireExecution({ ...row, latency: old }, "https://ongea.example"));
  expect(latency_data).toEqual({ ...old, transcriber: null, llm: null, synthesizer: null });
});

test("the recording has a whole address, the provider a name that clients know, and the data of the call stands at the top", () => {
  const execution = wireExecution(row, "https://ongea.example");
  expect(execution).toMatchObject({
    provider: "sip-trunk",
    user_data: { name: "Asha" },
    telephony_data: {
      provider: "sip-trunk",
      recording_url: `https://ongea.example/api/calls/${row.id}/recording`,
      hangup_provider_code: 4_000,
      hangup_code: 4_000,
    },
  });
  expect(wireExecution({ ...row, recordingClosed: false }, "https://ongea.example").telephony_data.recording_url).toBe("");
  for (const stored of ["sip", "webrtc", "twilio", "plivo"])
    expect(storedProvider(wireExecution({ ...row, provider: stored }, "https://ongea.example").provider as "sip")).toBe(stored);
});
