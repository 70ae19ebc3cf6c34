/** Which ears, minds and voices a media thread lends to its conversations. Plain data in, ports out. */
import {
  createGuidedDialogue,
  createHostRecogniser,
  createHostSynthesiser,
  createOpenAiModel,
  createOpenAiRecogniser,
  createOpenAiSynthesiser,
  createSilero,
  linkToHost,
} from "@ongea/providers";
import type { EndOfTurn, LanguageModel, Recogniser, Synthesiser, VoiceActivity } from "@ongea/conversation";
import type { MindChoice } from "./messages.ts";

/** Where a provider is and which of its models is wanted. */
export interface Provider {
  baseUrl: string;
  apiKey?: string;
  /** Empty: what the assistant names. */
  model: string;
}

/** Made by the main thread, which starts the hosts. */
export interface SpeechSetup {
  /** The built-in host's socket. */
  builtinSocket: string;
  model?: Provider | undefined;
  recogniser?: Provider | undefined;
  voice?: (Provider & { voice: string }) | undefined;
}

export interface Speech {
  voiceActivity(): VoiceActivity;
  /** In the order in which they stand in for each other: what was chosen first, what is always there last. */
  recognisers: readonly Recogniser[];
  minds(choice: MindChoice): readonly LanguageModel[];
  voices: readonly Synthesiser[];
  endOfTurn?: EndOfTurn | undefined;
}

export function openSpeech(setup: SpeechSetup): Speech {
  const builtin = linkToHost(setup.builtinSocket);
  const guided = createGuidedDialogue();
  const models = new Map<string, LanguageModel>();
  const modelFor = (provider: Provider, choice: MindChoice): LanguageModel => {
    const name = provider.model || choice.model || "default";
    const model = models.get(name) ?? createOpenAiModel({ ...provider, model: name });
    models.set(name, model);
    return model;
  };
  const { model, recogniser, voice } = setup;
  return {
    voiceActivity: createSilero,
    recognisers: [...(recogniser ? [createOpenAiRecogniser(recogniser)] : []), createHostRecogniser(builtin, "PocketSphinx")],
    minds: (choice) => [...(model ? [modelFor(model, choice)] : []), guided],
    voices: [...(voice ? [createOpenAiSynthesiser(voice)] : []), createHostSynthesiser(builtin, { name: "built-in voice" })],
  };
}
