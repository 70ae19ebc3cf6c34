/** What the stages of a call share besides: its recording, how loud both sides are, and how words are said. */
import type { Usage } from "./ports.ts";
import type { ConversationParts } from "./conversation-parts.ts";
import { ConversationContext } from "./conversation-context.ts";
import { LoudnessTrack } from "./audio/loudness.ts";
import { Recording } from "./recording.ts";
import { sayAside } from "./speak/aside.ts";
import { createSayAs, type SayAs } from "./speak/pronunciation.ts";
import type { SpokenUtterance } from "./speak/spoken-utterance.ts";

export class CallContext extends ConversationContext<ConversationParts> {
  readonly recording: Recording;
  readonly loudness = { caller: new LoudnessTrack(), assistant: new LoudnessTrack() };
  readonly sayAs: SayAs;
  readonly #closing = new AbortController();

  constructor(parts: ConversationParts, broke: (cause: unknown) => void) {
    super(parts, broke);
    this.recording = new Recording(parts.recorder, parts.tap);
    this.sayAs = createSayAs(parts.plan.pronunciations ?? []);
  }

  /** Words beside the conversation. False: not all of it could be said. */
  sayAside(words: SpokenUtterance, text: string): Promise<boolean> {
    const used = (by: string, usage: Usage): void => this.usage.add("speak", by, usage);
    const { clock, language, sayAs } = this;
    return sayAside(words, text, { voices: this.parts.voices, clock, language, sayAs, used }, this.#closing.signal);
  }

  /** Nothing more is prepared. */
  stop(): void {
    this.#closing.abort();
  }
}
