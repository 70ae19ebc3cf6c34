import type { ProviderFailure, Usage } from "@ongea/conversation";
import { ThoughtQueue } from "./thought-queue.ts";
import type { OwnVoice, VoiceTrack } from "./own-voice.ts";

export const SOUND_RATE_HZ = 24_000;

/** One answer of the model, from its beginning to a tool call, an interruption or its end. */
export class Generation {
  readonly queue = new ThoughtQueue();
  readonly track: VoiceTrack | undefined;
  text = "";
  /** It has said or called something. */
  hasBegun = false;
  /** Somebody takes its thoughts. */
  isTaken = false;
  /** The session knows that what it has said was not heard. */
  isDisowned = false;
  usage: Usage | undefined;

  constructor(own: OwnVoice | undefined) {
    this.track = own?.begin(SOUND_RATE_HZ);
  }

  get isOver(): boolean {
    return this.queue.isOver;
  }

  say(text: string): void {
    this.hasBegun = true;
    this.text += text;
    this.track?.addText(text);
    this.queue.push({ kind: "text", text });
  }

  finish(failure?: ProviderFailure): void {
    this.track?.finish(failure);
    if (failure) return this.queue.fail(failure);
    if (this.usage && !this.isOver) this.queue.push({ kind: "usage", usage: this.usage });
    this.queue.finish();
  }
}
