/**
 * LiveKit Agents for Node.js as a subject: its AgentSession with an audio input and output of our own in place of a room, and stubs for
 * ears, mind and voice that the driver times. `node subject.mjs <folder it is installed in> loudness|silero`.
 *
 * What is measured: with `endpointMs`, turns ended by voice activity with `endpointing.minDelay` set to it; without, its defaults, with its
 * end-of-turn model's answer given by the driver's settings (a synthetic voice would mislead the real one). Voice activity is a loudness
 * gate in windows of 32 ms with its default times (50 ms of speech, 250 of silence), or its bundled Silero with `silero`.
 */
import { Socket } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const library = (path) => import(pathToFileURL(join(folder, "node_modules", path)).href);
const { AudioFrame } = await library("@livekit/rtc-node/dist/index.js");
const { inference, initializeLogger, llm, stt, tts, VAD, VADEventType, VADStream, voice } =
  await library("@livekit/agents/dist/index.js");
initializeLogger({ pretty: false, level: "error" });

const RATE = 16_000;
const FRAME = 320;
const EMPTY = new Uint8Array(0);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const KIND = {
  open: 1,
  sound: 2,
  partial: 3,
  final: 4,
  close: 5,
  opened: 11,
  said: 12,
  clear: 13,
  token: 14,
  settle: 6,
  settled: 15,
};
const useSilero = process.argv.includes("silero");
const link = new Socket({ fd: 3 });
const sessions = new Map();
const sound = Int16Array.from({ length: RATE * 20 }, (_, i) => 6_000 * Math.sin(i / 9) * (0.6 + 0.4 * Math.sin(i / 700)));

/** What its voice says: 60 ms a character, all at once. */
class StubVoice extends tts.TTS {
  label = "stub";
  constructor() {
    super(RATE, 1, { streaming: false });
  }
  synthesize(text, options, signal) {
    return new StubSpeech(text, this, options, signal);
  }
}

class StubSpeech extends tts.ChunkedStream {
  label = "stub";
  async run() {
    const samples = Math.min(sound.length, this.inputText.length * 60 * (RATE / 1_000));
    const step = RATE / 10;
    for (let at = 0; at < samples; at += step) {
      const part = sound.subarray(at, Math.min(samples, at + step));
      this.queue.put({
        requestId: "r",
        segmentId: "s",
        frame: new AudioFrame(part, RATE, 1, part.length),
        final: at + step >= samples,
      });
    }
    this.queue.close();
  }
}

class StubMind extends llm.LLM {
  constructor(id, settings) {
    super();
    this.id = id;
    this.settings = settings;
  }
  label() {
    return "stub";
  }
  chat({ chatCtx, toolCtx, connOptions }) {
    return new StubTokens(this, {
      chatCtx,
      toolCtx,
      connOptions: connOptions ?? { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 10_000 },
    });
  }
}

class StubTokens extends llm.LLMStream {
  #mind;
  constructor(mind, options) {
    super(mind, options);
    this.#mind = mind;
  }
  async run() {
    const { reply, tokenMs, firstTokenMs } = this.#mind.settings;
    if (firstTokenMs > 0) await sleep(firstTokenMs);
    write(this.#mind.id, KIND.token, EMPTY);
    for (const [index, word] of reply.split(" ").entries()) {
      if (this.abortController.signal.aborted) return;
      if (tokenMs > 0 && index > 0) await sleep(tokenMs);
      if (this.queue.closed) return;
      this.queue.put({ id: "t", delta: { role: "assistant", content: index === 0 ? word : ` ${word}` } });
    }
  }
}

/** Hears what the driver says that it hears. */
class StubEars extends stt.STT {
  label = "stub";
  constructor() {
    super({ streaming: true, interimResults: true });
  }
  _recognize() {
    throw new Error("streams only");
  }
  stream(options) {
    return (this.current = new StubEarsStream(this, RATE, options?.connOptions));
  }
  tell(type, text) {
    this.current?.tell(type, text);
  }
}

class StubEarsStream extends stt.SpeechStream {
  label = "stub";
  async run() {
    while (!(await this.input.next()).done);
  }
  tell(type, text) {
    if (this.queue.closed) return;
    this.queue.put({ type, alternatives: [{ text, language: "en", startTime: 0, endTime: 0, confidence: 0.95 }] });
  }
}

/** Loud is speech. */
class LoudnessVad extends VAD {
  label = "loudness";
  constructor(options) {
    super({ updateInterval: 32 });
    this.options = options;
  }
  get minSilenceDuration() {
    return this.options.silenceMs;
  }
  stream() {
    return new LoudnessStream(this);
  }
}

class LoudnessStream extends VADStream {
  constructor(vad) {
    super(vad);
    void this.#run(vad.options);
  }
  async #run({ windowMs, speechMs, silenceMs }) {
    const window = (windowMs * RATE) / 1_000;
    let [peak, filled, loudMs, quietMs, speaking, spokenMs, at] = [0, 0, 0, 0, false, 0, 0];
    const send = (type) =>
      this.sendVADEvent({
        type,
        samplesIndex: at,
        timestamp: at / 16,
        speechDuration: spokenMs,
        silenceDuration: quietMs,
        frames: [],
        probability: peak > 400 ? 1 : 0,
        inferenceDuration: 0,
        speaking,
        rawAccumulatedSilence: quietMs,
        rawAccumulatedSpeech: loudMs,
      });
    while (!this.closed) {
      const { done, value } = await this.inputReader.read();
      if (done) return;
      if (typeof value === "symbol") {
        [peak, filled, loudMs, quietMs, speaking, spokenMs] = [0, 0, 0, 0, false, 0];
        continue;
      }
      for (const sample of value.data) {
        if (Math.abs(sample) > peak) peak = Math.abs(sample);
        if (++filled < window) continue;
        at += filled;
        filled = 0;
        if (peak > 400) [loudMs, quietMs] = [loudMs + windowMs, 0];
        else [loudMs, quietMs] = [0, quietMs + windowMs];
        if (speaking) spokenMs += windowMs;
        send(VADEventType.INFERENCE_DONE);
        if (!speaking && loudMs >= speechMs) {
          speaking = true;
          spokenMs = loudMs;
          send(VADEventType.START_OF_SPEECH);
        } else if (speaking && quietMs >= silenceMs) {
          speaking = false;
          send(VADEventType.END_OF_SPEECH);
          spokenMs = 0;
        }
        peak = 0;
      }
    }
  }
}

class Ear extends voice.AudioInput {
  #controller;
  constructor() {
    super();
    this.multiStream.addInputStream(new ReadableStream({ start: (controller) => (this.#controller = controller) }));
  }
  push(samples) {
    this.#controller.enqueue(new AudioFrame(samples, RATE, 1, samples.length));
  }
}

/** Plays what it is handed, a frame at once and then one every 20 ms: LiveKit leaves the pacing to the room. */
class Player extends voice.AudioOutput {
  #session;
  #queue = [];
  #offset = 0;
  #dueMs = 0;
  #playedMs = 0;
  #open = false;
  #flushed = false;
  #paused = false;
  constructor(session) {
    super(RATE, undefined, { pause: true });
    this.#session = session;
  }
  async captureFrame(frame) {
    await super.captureFrame(frame);
    this.#queue.push(frame.data);
    if (!this.#open) {
      this.#open = true;
      this.#flushed = false;
      this.#playedMs = 0;
      this.#dueMs = performance.now();
      this.onPlaybackStarted(Date.now());
    }
    this.beat(performance.now());
  }
  flush() {
    super.flush();
    this.#flushed = true;
  }
  clearBuffer() {
    write(this.#session, KIND.clear, EMPTY);
    this.#queue.length = this.#offset = 0;
    this.#paused = false;
    this.#finish(true);
  }
  pause() {
    super.pause();
    this.#paused = true;
    write(this.#session, KIND.clear, EMPTY);
  }
  resume() {
    super.resume();
    this.#paused = false;
    this.#dueMs = performance.now();
  }
  beat(nowMs) {
    if (!this.#open || this.#paused) return;
    while (this.#queue.length > 0 && this.#dueMs <= nowMs) {
      const head = this.#queue[0];
      const part = head.subarray(this.#offset, this.#offset + FRAME);
      write(this.#session, KIND.said, new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
      this.#offset += FRAME;
      if (this.#offset >= head.length) {
        this.#queue.shift();
        this.#offset = 0;
      }
      this.#dueMs += 20;
      this.#playedMs += 20;
    }
    if (this.#queue.length === 0 && this.#flushed && this.#dueMs <= nowMs) this.#finish(false);
  }
  #finish(interrupted) {
    if (!this.#open) return;
    this.#open = false;
    this.onPlaybackFinished({ playbackPosition: this.#playedMs / 1_000, interrupted });
  }
}

setInterval(() => {
  const nowMs = performance.now();
  for (const { player } of sessions.values()) player.beat(nowMs);
}, 5);

async function open(id, settings) {
  const ears = new StubEars();
  const tuned = settings.endpointMs !== undefined;
  const loudness = { windowMs: tuned ? 20 : 32, speechMs: 50, silenceMs: tuned ? 100 : 250 };
  const session = new voice.AgentSession({
    stt: ears,
    llm: new StubMind(id, settings),
    tts: new StubVoice(),
    ...(useSilero ? {} : { vad: new LoudnessVad(loudness) }),
    userAwayTimeout: null,
    // As on outbound telephone calls: otherwise nobody can interrupt the first three seconds.
    aecWarmupDuration: null,
    turnHandling: tuned
      ? { turnDetection: "vad", endpointing: { minDelay: settings.endpointMs, maxDelay: settings.endpointMs } }
      : { turnDetection: new inference.TurnDetector({ version: "v1-mini", executor: verdict(settings.turnEnds !== false) }) },
  });
  const made = { session, ears, ear: new Ear(), player: new Player(id) };
  session.input.audio = made.ear;
  session.output.audio = made.player;
  sessions.set(id, made);
  await session.start({ agent: new voice.Agent({ instructions: "You answer the phone." }), record: false });
  if (settings.greeting) session.say(settings.greeting);
  write(id, KIND.opened, EMPTY);
}

/** What its end-of-turn model says, at once. */
function verdict(ended) {
  return { doInference: () => Promise.resolve({ probability: ended ? 0.99 : 0.01, inferenceDurationMs: 0 }) };
}

function take(id, kind, body) {
  const found = sessions.get(id);
  if (kind === KIND.open) return void open(id, JSON.parse(body.toString())).catch(fail);
  if (kind === KIND.settle) {
    for (let i = 0; i < 4; i++) globalThis.gc?.();
    return write(id, KIND.settled, EMPTY);
  }
  if (!found) return;
  if (kind === KIND.sound) found.ear.push(new Int16Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.length)));
  else if (kind === KIND.partial) found.ears.tell(stt.SpeechEventType.INTERIM_TRANSCRIPT, body.toString());
  else if (kind === KIND.final) found.ears.tell(stt.SpeechEventType.FINAL_TRANSCRIPT, body.toString());
  else if (kind === KIND.close) {
    sessions.delete(id);
    void found.session.close().catch(() => undefined);
  }
}

function write(id, kind, body) {
  const message = Buffer.allocUnsafe(7 + body.length);
  message.writeUInt32LE(3 + body.length, 0);
  message.writeUInt16LE(id, 4);
  message.writeUInt8(kind, 6);
  message.set(body, 7);
  link.write(message);
}

let rest = Buffer.alloc(0);
link.on("data", (chunk) => {
  rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  while (rest.length >= 7 && rest.length >= 4 + rest.readUInt32LE(0)) {
    const end = 4 + rest.readUInt32LE(0);
    take(rest.readUInt16LE(4), rest.readUInt8(6), rest.subarray(7, end));
    rest = rest.subarray(end);
  }
});
link.on("end", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));

function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
