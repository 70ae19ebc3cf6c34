/** Which ears, minds and voices a media thread lends to its conversations. Plain data in, ports out. */
import { createGuidedDialogue, createHostRecogniser, createHostSynthesiser, createSilero, linkToHost } from "@ongea/providers";
import type { Clock, EndOfTurn, LanguageModel, Recogniser, Synthesiser, VoiceActivity } from "@ongea/conversation";
import type { MindChoice } from "./messages.ts";

/** Made by the main thread, which starts the hosts. */
export interface SpeechSetup {
  /** The built-in host's socket. */
  builtinSocket: string;
}

export interface Speech {
  voiceActivity(): VoiceActivity;
  /** In the order in which they stand in for each other. */
  recognisers: readonly Recogniser[];
  minds(choice: MindChoice): readonly LanguageModel[];
  voices: readonly Synthesiser[];
  endOfTurn?: EndOfTurn | undefined;
}

const guided = createGuidedDialogue();

export function openSpeech(setup: SpeechSetup, _clock: Clock): Speech {
  const builtin = linkToHost(setup.builtinSocket);
  return {
    voiceActivity: createSilero,
    recognisers: [createHostRecogniser(builtin, "PocketSphinx")],
    minds: () => [guided],
    voices: [createHostSynthesiser(builtin, { name: "built-in voice" })],
  };
}
