/** The ears, minds and voices that a media thread lends to its conversations. */
import {
  createEndOfTurn,
  createLanguageModel,
  createRealtime,
  createRecogniser,
  createSilero,
  createSynthesiser,
  linkToHost,
  useSentenceHost,
  type HostLinks,
  type LanguageModelSettings,
} from "@ongea/providers";
import type { EndOfTurn, LanguageModel, Recogniser, Synthesiser, VoiceActivity } from "@ongea/conversation";
import {
  AGENT_MODEL,
  forLanguage,
  ownPartsOf,
  type ResolvedSettings,
  type ChosenModelSettings,
  type SpeechPreferences,
} from "../speech-hosts/choices.ts";
import type { SpeechSetup } from "../speech-hosts/speech-hosts.ts";
import { createAdapterCache } from "./adapter-cache.ts";

/** What one conversation is lent, in the order in which they stand in for each other. */
export interface SpeechProviders {
  voiceActivity: VoiceActivity;
  recognisers: readonly Recogniser[];
  languageModels: readonly LanguageModel[];
  voices: readonly Synthesiser[];
  endOfTurn?: EndOfTurn | undefined;
}

export interface Speech {
  lend(language: string, preferences: SpeechPreferences): SpeechProviders;
  /** Other models are there: conversations that begin from now on are lent them. Those that run keep what they have. */
  renew(setup: SpeechSetup): void;
}

export function openSpeech({ sockets, choices: first }: SpeechSetup): Speech {
  let choices = first;
  let localSocket = sockets.local;
  if (sockets.sentences !== undefined) useSentenceHost(sockets.sentences);
  const links: HostLinks = {
    builtin: linkToHost(sockets.builtin),
    ...(sockets.local === undefined ? {} : { local: linkToHost(sockets.local) }),
  };
  let made = createAdapterCache(() => performance.now());
  const once = <Settings, Part>(settings: Settings, make: (settings: Settings) => Part): Part =>
    made.once(`${make.name}:${JSON.stringify(settings)}`, () => make(settings));
  const recogniser = (settings: Parameters<typeof createRecogniser>[0]): Recogniser => createRecogniser(settings, links);
  const llm = ({ firstWordsMs, ...settings }: ChosenModelSettings): LanguageModel => {
    const made = createLanguageModel(settings as LanguageModelSettings, links);
    return firstWordsMs === undefined ? made : Object.assign(made, { firstWordsMs });
  };
  const voice = (settings: Parameters<typeof createSynthesiser>[0]): Synthesiser => createSynthesiser(settings, links);
  const endOfTurn = (settings: Parameters<typeof createEndOfTurn>[0]): EndOfTurn => createEndOfTurn(settings, links);
  return {
    renew(setup) {
      choices = setup.choices;
      if (setup.sockets.local === undefined || setup.sockets.local === localSocket) return;
      localSocket = setup.sockets.local;
      // Not closed: conversations that run hear by the one before.
      links.local = linkToHost(localSocket);
      made = createAdapterCache(() => performance.now());
    },
    lend(language, { model, voice: wanted, pace, sparesLocalEars = false, withoutServices = false, lent = NOTHING_LENT }) {
      const allowed = withoutServices ? ownPartsOf(choices) : choices;
      const hearing = forLanguage(allowed.recognisers, language).filter(({ use }) => !sparesLocalEars || use !== "local");
      const isGuided = hearing.some(({ use }) => use === "builtin");
      const ears = [
        ...lent.recognisers,
        ...hearing.map((one) => (one.use === "local" && isGuided ? { ...one, guided: true } : one)),
      ];
      const thinking = [
        ...lent.languageModels,
        ...forLanguage(allowed.languageModels, language).map((settings) => asking(settings, model)),
      ];
      const languageModels = thinking.map((settings) => once(settings, llm));
      const own = wantedFirst(forLanguage(allowed.voices, language), wanted).map((settings) => speaking(settings, wanted, pace));
      const voices = [...lent.voices, ...own].map((settings) => once(settings, voice));
      voices[0]?.warm?.(language);
      // One session hears and thinks in one call: it is shared with no other.
      const realtime = lent.realtime && createRealtime(lent.realtime);
      if (!realtime) languageModels[0]?.warm?.();
      const recognisers = ears.map((settings) => once(settings, recogniser));
      return {
        voiceActivity: createSilero(),
        recognisers: realtime ? [realtime.recogniser, ...recognisers] : recognisers,
        languageModels: realtime ? [realtime.languageModel, ...languageModels] : languageModels,
        voices: realtime?.voice ? [realtime.voice, ...voices] : voices,
        endOfTurn: choices.endOfTurn && once(choices.endOfTurn.settings, endOfTurn),
      };
    },
  };
}

const NOTHING_LENT: ResolvedSettings = { recognisers: [], languageModels: [], voices: [] };

function asking(settings: ChosenModelSettings, model: string | undefined): ChosenModelSettings {
  if (settings.use !== "openai" || settings.model !== AGENT_MODEL) return settings;
  return { ...settings, model: model || "default" };
}

type VoiceSettings = Parameters<typeof createSynthesiser>[0];

/** A voice that was chosen stands before all others, which stand in for it. */
function wantedFirst(voices: readonly VoiceSettings[], wanted: string | undefined): VoiceSettings[] {
  return voices.toSorted((a, b) => Number(isOf(b, wanted)) - Number(isOf(a, wanted)));
}

function isOf(settings: VoiceSettings, voice: string | undefined): boolean {
  if (!voice) return false;
  return settings.use === "local" ? settings.model === voice : settings.use === "builtin" && isBuiltin(voice);
}

/** The pace is every voice's. */
function speaking(settings: VoiceSettings, voice: string | undefined, pace: number | undefined): VoiceSettings {
  const paced = pace === undefined ? settings : { ...settings, pace };
  return paced.use === "builtin" && voice && isBuiltin(voice) ? { ...paced, voice } : paced;
}

/** As the built-in speech host names its voices; one that is not there is as none. */
function isBuiltin(voice: string): boolean {
  return /^(?:slt|rms|awb|kal|espeak:.+)$/.test(voice);
}
