import { ProviderFailure, type EndOfTurn, type LanguageModel, type Recogniser, type Synthesiser } from "@ongea/conversation";
import { createAnthropicModel } from "./anthropic/model.ts";
import { createInterpreter, type Interpreter } from "./builtin/dialogue/interpreter/interpreter.ts";
import { createSentenceInterpreter } from "./builtin/dialogue/interpreter/sentence-interpreter.ts";
import { createRuleBasedDialogue } from "./builtin/dialogue/rule-based-dialogue.ts";
import { hostedFormReader, hostedSentenceModel } from "./builtin/sentence-model/sentence-host.ts";
import { createFormReading } from "./builtin/dialogue/interpreter/form-reading.ts";
import {
  endOfTurnSettings,
  languageModelSettings,
  realtimeSettings,
  recogniserSettings,
  synthesiserSettings,
  type EndOfTurnSettings,
  type InterpreterSettings,
  type LanguageModelSettings,
  type RealtimeSettings,
  type RecogniserSettings,
  type SynthesiserSettings,
} from "./settings.ts";
import { createDeepgramSynthesiser } from "./deepgram/synthesiser.ts";
import { createElevenLabsSynthesiser } from "./elevenlabs/synthesiser.ts";
import { createHostEndOfTurn, createHostSegmentRecogniser } from "./host/host-judges.ts";
import { createHostLanguageModel } from "./host/host-language-model.ts";
import { createHostRecogniser } from "./host/host-recogniser.ts";
import { createHostSynthesiser } from "./host/host-synthesiser.ts";
import { hearTwice } from "./segments/hear-twice.ts";
import { createSarvamRecogniser, createSarvamSynthesiser } from "./sarvam/speech.ts";
import { createLelapaRecogniser } from "./lelapa/recogniser.ts";
import { createBotlhaleRecogniser } from "./botlhale/recogniser.ts";
import { createSpitchRecogniser, createSpitchSynthesiser } from "./spitch/speech.ts";
import type { ServiceAccess } from "./http/ask.ts";
import type { HostLink } from "./host/link.ts";
import { createCartesiaSynthesiser } from "./cartesia/synthesiser.ts";
import { createDeepgramRecogniser } from "./deepgram/recogniser.ts";
import { createOpenAiModel } from "./openai/chat.ts";
import { createModelAt } from "./own-llm/model-at.ts";
import { createOpenAiSynthesiser } from "./openai/speech.ts";
import { createOpenAiRecogniser } from "./openai/transcription.ts";
import { createGeminiLive } from "./realtime/gemini/model.ts";
import { createOpenAiRealtime } from "./realtime/openai/model.ts";
import { createUltravox } from "./realtime/ultravox/model.ts";
import type { RealtimeModel } from "./realtime/realtime-model.ts";
import { azureService, vendorAccess, type OpenAiVendor } from "./openai/vendors.ts";

/** A media thread's connections to the speech hosts that run. */
export interface HostLinks {
  builtin?: HostLink;
  local?: HostLink;
}

/** Every creator checks its settings (a ZodError says what is wrong) and refuses what needs a host that is not there. */
export function createRecogniser(settings: RecogniserSettings, links: HostLinks): Recogniser {
  const chosen = recogniserSettings.parse(settings);
  if (chosen.use === "openai") return createOpenAiRecogniser(named(chosen));
  if (chosen.use === "deepgram") return createDeepgramRecogniser(given(chosen));
  if (chosen.use === "sarvam") return createSarvamRecogniser(given(chosen));
  if (chosen.use === "spitch") return createSpitchRecogniser(given(chosen));
  if (chosen.use === "lelapa") return createLelapaRecogniser(given(chosen));
  if (chosen.use === "botlhale") return createBotlhaleRecogniser(given(chosen));
  if (chosen.use === "groq") return createOpenAiRecogniser({ ...named(chosen), ...at(chosen.use, chosen) });
  if (chosen.use === "builtin") return createHostRecogniser(needed(links.builtin, "built-in"), "PocketSphinx");
  const link = needed(links.local, "local");
  if (chosen.streaming) return createHostRecogniser(link, chosen.model);
  const neural = createHostSegmentRecogniser(link, chosen.model);
  return chosen.guided && links.builtin ? hearTwice(neural, createHostRecogniser(links.builtin, "PocketSphinx")) : neural;
}

export function createLanguageModel(settings: LanguageModelSettings, links: HostLinks): LanguageModel {
  const chosen = languageModelSettings.parse(settings);
  if (chosen.use === "openai") return createModelAt(given(chosen));
  if (chosen.use === "anthropic") return createAnthropicModel(given(chosen));
  if (chosen.use === "guided") {
    const reader = hostedFormReader();
    return createRuleBasedDialogue(interpreterOf(chosen.interpreter, links), reader && createFormReading(reader));
  }
  if (chosen.use === "azure-openai") return createOpenAiModel({ ...named(chosen), ...azureService(given(chosen)) });
  // It thinks at length where nothing else is said, and a caller waits.
  const extra = chosen.use === "sarvam" ? { extra: { reasoning_effort: null } } : {};
  if (chosen.use !== "local") return createOpenAiModel({ ...named(chosen), ...at(chosen.use, chosen), ...extra });
  return createHostLanguageModel(needed(links.local, "local"), chosen.model);
}

/** A local model is asked where its host runs: conversations in writing have none. Without one whole sentences are compared. */
function interpreterOf(settings: InterpreterSettings | undefined, links: HostLinks): Interpreter | undefined {
  if (!settings || (settings.use === "local" && !links.local)) {
    const sentences = hostedSentenceModel();
    return sentences && createSentenceInterpreter(sentences);
  }
  const { limitMs, ...model } = settings;
  return createInterpreter(createLanguageModel(model, links), limitMs === undefined ? {} : { limitMs });
}

export function createSynthesiser(settings: SynthesiserSettings, links: HostLinks): Synthesiser {
  const chosen = synthesiserSettings.parse(settings);
  if (chosen.use === "openai") return createOpenAiSynthesiser(named(chosen));
  if (chosen.use === "elevenlabs") return createElevenLabsSynthesiser(given(chosen));
  if (chosen.use === "deepgram") return createDeepgramSynthesiser(given(chosen));
  if (chosen.use === "sarvam") return createSarvamSynthesiser(given(chosen));
  if (chosen.use === "spitch") return createSpitchSynthesiser(given(chosen));
  if (chosen.use === "cartesia") return createCartesiaSynthesiser(given(chosen));
  const pace = chosen.pace === undefined ? {} : { pace: chosen.pace };
  if (chosen.use === "local")
    return createHostSynthesiser(needed(links.local, "local"), { name: chosen.model, voice: chosen.model, ...pace });
  const voice = chosen.voice === undefined ? {} : { voice: chosen.voice };
  return createHostSynthesiser(needed(links.builtin, "built-in"), { name: chosen.voice ?? "built-in voice", ...voice, ...pace });
}

export function createRealtime(settings: RealtimeSettings): RealtimeModel {
  const chosen = realtimeSettings.parse(settings);
  if (chosen.use === "ultravox") return createUltravox(chosen);
  return chosen.use === "gemini" ? createGeminiLive(chosen) : createOpenAiRealtime(chosen);
}

export function createEndOfTurn(settings: EndOfTurnSettings, links: HostLinks): EndOfTurn {
  const { model } = endOfTurnSettings.parse(settings);
  return createHostEndOfTurn(needed(links.local, "local"), model);
}

function needed(link: HostLink | undefined, which: string): HostLink {
  if (!link) throw new ProviderFailure("unavailable", `the ${which} speech host is not running`);
  return link;
}

/** Every setting, and the name by which usage and failures tell of it: the provider's id and the model. */
function named<T extends { use: string; model: string }>(settings: T): Given<T> & { name: string } {
  return { ...given(settings), name: `${settings.use} ${settings.model}` };
}

function at(vendor: OpenAiVendor, { apiKey, baseUrl }: { apiKey: string; baseUrl?: string | undefined }): ServiceAccess {
  return vendorAccess(vendor, apiKey, baseUrl);
}

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Without the settings that are absent. */
function given<T extends object>(settings: T): Given<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names and values, but for those that are undefined
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Given<T>;
}
