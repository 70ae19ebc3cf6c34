/** What is left when calls of one page are begun and given up in one moment. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BrowserCall } from "./browser-call.ts";

interface Microphone {
  isOpen: boolean;
}

let microphones: Microphone[];
let ask: () => Promise<MediaStream>;
let prepared: string[];
let stopped: string[];
/** Of the calls that are stopped: the server takes its time. */
let stopping: (() => void)[];
/** Beside the sound, and what is said there. */
let channel: EventTarget & { readyState: string };
let said: string[];
let call: BrowserCall;

beforeEach(() => {
  said = [];
  microphones = [];
  prepared = [];
  stopped = [];
  stopping = [];
  ask = async () => opened();
  class Silent {
    play = async (): Promise<void> => undefined;
  }
  channel = Object.assign(new EventTarget(), { readyState: "connecting", send: (text: string) => void said.push(text) });
  class Connecting {
    createDataChannel = (): object => channel;
    addTrack = (): void => undefined;
    addEventListener = (): void => undefined;
    createOffer = (): Promise<never> => new Promise(() => undefined);
    close = (): void => undefined;
  }
  vi.stubGlobal("Audio", Silent);
  vi.stubGlobal("RTCPeerConnection", Connecting);
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: () => ask() } });
  call = new BrowserCall(() => undefined, {
    async prepare(agentId) {
      prepared.push(agentId);
      return { callId: `call of ${agentId}`, token: "" };
    },
    offer: async () => "",
    say: async () => undefined,
    async stop(callId) {
      stopped.push(callId);
      await new Promise<void>((resolve) => stopping.push(resolve));
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test("of calls that are begun in one moment the last one alone goes on, and every other microphone is let go", async () => {
  void call.start("asha");
  await settled();
  expect([prepared, open()]).toEqual([["asha"], 1]);
  void call.start("baraka");
  void call.start("chiku");
  await settled();
  for (const done of stopping) done();
  await settled();
  expect([prepared, stopped, open()]).toEqual([["asha", "chiku"], ["call of asha"], 1]);
  expect(call.view).toMatchObject({ state: "connecting", callId: "call of chiku" });
  void call.hangUp();
  expect([stopped, open()]).toEqual([["call of asha", "call of chiku"], 0]);
});

test("whoever waves the question for the microphone away is not called, and who refuses it can still type", async () => {
  ask = async () => Promise.reject(new DOMException("Permission dismissed", "NotAllowedError"));
  await call.start("asha");
  expect([call.view.state, call.view.problem, prepared]).toEqual(["ended", undefined, []]);
  vi.stubGlobal("AudioContext", Quiet);
  ask = async () => Promise.reject(new DOMException("Permission denied", "NotAllowedError"));
  void call.start("asha");
  await settled();
  expect([call.view.state, call.view.problem, prepared]).toEqual(["connecting", "calls.microphone_refused", ["asha"]]);
});

test("a call that its goodbye ends is not stopped too; one that nobody ends then is", async () => {
  channel.readyState = "open";
  void call.start("asha");
  await settled();
  const over = call.hangUp();
  expect([said, open()]).toEqual([['{"kind":"bye"}'], 0]);
  channel.dispatchEvent(new Event("close"));
  await over;
  expect(stopped).toEqual([]);
  vi.useFakeTimers();
  void call.start("baraka");
  await vi.advanceTimersByTimeAsync(5);
  void call.hangUp();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stopped).toEqual(["call of baraka"]);
  // A page that goes cannot wait for an answer.
  void call.start("chiku");
  for (const done of stopping) done();
  await vi.advanceTimersByTimeAsync(5);
  void call.hangUp({ isLeaving: true });
  expect(stopped).toEqual(["call of baraka", "call of chiku"]);
  vi.useRealTimers();
});

class Quiet {
  createMediaStreamDestination = (): { stream: MediaStream } => ({ stream: opened() });
}

function opened(): MediaStream {
  const one: Microphone = { isOpen: true };
  microphones.push(one);
  const track = { stop: () => (one.isOpen = false) };
  return { getTracks: () => [track], getAudioTracks: () => [track] } as unknown as MediaStream;
}

function open(): number {
  return microphones.filter(({ isOpen }) => isOpen).length;
}

/** Everything that waits for nothing from outside has happened. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
}
