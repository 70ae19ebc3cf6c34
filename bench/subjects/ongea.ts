/** Our engine as a subject: one media thread's worth of conversations in this process. */
import { Socket } from "node:net";
import { MediaClock } from "@ongea/channels/media";
import type { Line, LineListener, Plan, Recogniser, RecogniserListener, VoiceActivity } from "@ongea/conversation";
import { openConversation } from "@ongea/conversation";
import { babble, examplePlan, loudIsSpeech, ScriptedModel } from "@ongea/conversation/testing";
import { createSilero } from "@ongea/providers";
import type { Message, Settings } from "../driver/protocol.ts";
import { encode, KIND, reader } from "../driver/protocol.ts";

const SPEECH = babble(20_000, 16_000);
const link = new Socket({ fd: 3 });
const clock = new MediaClock();
const sessions = new Map<number, Session>();
const activity: () => VoiceActivity = process.argv.includes("silero") ? createSilero : loudIsSpeech;

interface Session {
  listener: LineListener | undefined;
  ears: StubEars;
}

link.on("data", reader(take));
link.on("end", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));

function take({ session, kind, payload }: Message): void {
  const found = sessions.get(session);
  if (kind === KIND.settle) settle();
  else if (kind === KIND.open) open(session, JSON.parse(payload.toString()) as Settings);
  else if (kind === KIND.sound) {
    const frame = new Int16Array(payload.buffer.slice(payload.byteOffset, payload.byteOffset + payload.length));
    found?.listener?.heard(frame, clock.now() - frame.length / 16);
  } else if (kind === KIND.partial) found?.ears.partial(payload.toString());
  else if (kind === KIND.final) found?.ears.final(payload.toString());
  else if (kind === KIND.close) {
    found?.listener?.closed("caller-hung-up");
    sessions.delete(session);
  }
}

function open(session: number, settings: Settings): void {
  const ears = new StubEars();
  const made: Session = { listener: undefined, ears };
  sessions.set(session, made);
  const line: Line = {
    sampleRateHz: 16_000,
    open: (listener) => (made.listener = listener),
    send: (frame) => link.write(encode(session, KIND.said, new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength))),
    clear: () => link.write(encode(session, KIND.clear)),
    press: () => {},
    hangUp: () => made.listener?.closed("we-hung-up"),
  };
  openConversation({
    plan: planFor(settings),
    line,
    clock,
    voiceActivity: activity(),
    recognisers: [ears],
    languageModels: [
      new ScriptedModel(clock, () => (link.write(encode(session, KIND.token)), settings.reply), {
        tokenMs: settings.tokenMs,
        firstTokenMs: settings.firstTokenMs ?? 0,
      }),
    ],
    voices: [{ name: "stub", speak }],
    journal: { write: () => {} },
  });
  link.write(encode(session, KIND.opened));
}

function settle(): void {
  for (let i = 0; i < 4; i++) globalThis.gc?.();
  link.write(encode(0, KIND.settled));
}

function planFor({ endpointMs, greeting }: Settings): Plan {
  return examplePlan({
    welcomeMessage: greeting,
    // A whole sentence waits for 0.8 of the setting; a new assistant's settings are 250 and 400 ms.
    turnTaking:
      endpointMs === undefined
        ? { endpointingMs: 250, incrementalDelayMs: 400 }
        : { endpointingMs: endpointMs / 0.8, incrementalDelayMs: endpointMs },
    silence: { hangUpAfterMs: 3_600_000 },
    ending: { terminateAfterMs: 3_600_000 },
  });
}

/** 60 ms a character, all at once: a voice without delay. */
async function* speak({ text }: { text: string }): AsyncGenerator<{ samples: Int16Array; sampleRateHz: number }> {
  yield await Promise.resolve({ samples: SPEECH.subarray(0, text.length * 60 * 16), sampleRateHz: 16_000 });
}

/** Hears what the driver tells it, when the driver tells it. */
class StubEars implements Recogniser {
  readonly name = "stub";
  #listener: RecogniserListener | undefined;
  #id = 0;
  #pause = 0;
  #final: string | undefined;

  listen(_options: unknown, listener: RecogniserListener): ReturnType<Recogniser["listen"]> {
    this.#listener = listener;
    return {
      hear: () => {},
      begin: (id) => {
        this.#id = id;
        this.#final = undefined;
      },
      pause: (_id, pause) => {
        this.#pause = pause;
        this.#settle();
      },
      resume: () => (this.#pause = 0),
      end: () => (this.#id = 0),
      expect: () => {},
      close: () => (this.#id = 0),
    };
  }

  partial(text: string): void {
    if (this.#id > 0) this.#listener?.partial(this.#id, { text });
  }

  final(text: string): void {
    this.#final = text;
    this.#settle();
  }

  #settle(): void {
    if (this.#final === undefined || this.#pause === 0 || this.#id === 0) return;
    const text = this.#final;
    this.#final = undefined;
    this.#listener?.settled(this.#id, this.#pause, { text });
    this.#pause = 0;
  }
}
